package import Injection

extension Record {
  /// The keys of all reads, direct or not, those of singletons included.
  package var allReads: [KeyID] {
    var keys: [KeyID] = []
    // Each record once: others may lead to it in many ways.
    var (rest, seen) = ([self], Set([ObjectIdentifier(self)]))
    while let record = rest.popLast() {
      for read in record.reads {
        keys.append(read.key)
        if let other = read.record, seen.insert(ObjectIdentifier(other)).inserted {
          rest.append(other)
        }
      }
    }
    return keys
  }
}
