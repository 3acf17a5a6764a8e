public import Injection

// Not in Injection, where nothing needs it.
extension KeyID: Hashable {
  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(address) }
}
