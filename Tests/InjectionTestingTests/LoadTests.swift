import Injection
import InjectionTesting
import Testing

/// Many cases at once with one key, each with its own state and override.
@Suite(.injected { $0.report = Report() })
struct LoadTests {
  @Test(.injected(\.counter, Counter()), arguments: 0..<2_000)
  func `no case sees another's values`(_ index: Int) async {
    let report = InjectedValues.current.report
    let counter = InjectedValues.current.counter
    #expect(counter.count == 0)
    await withInjected(\.label, "\(index)") {
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            InjectedValues.current.counter.increment()
            await Task.yield()
            return InjectedValues.current.label
          }
        }
        for await label in group { #expect(label == "\(index)") }
      }
      #expect(InjectedValues.current.archive === InjectedValues.current.archive)
    }
    #expect(counter.count == 4 && InjectedValues.current.report === report)
    #expect(Seen.isNew(report) && Seen.isNew(counter) && Seen.isNew(InjectedValues.current.archive))
  }
}

/// The values of the cases, held so that no address is used again.
private enum Seen {
  private static let objects = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  static func isNew(_ object: any AnyObject & Sendable) -> Bool {
    objects.withLock { $0.updateValue(object, forKey: ObjectIdentifier(object)) == nil }
  }
}
