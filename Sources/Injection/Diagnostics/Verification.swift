/// What a task does that verifies properties, before a message stops the process.
//
// A class: in optimized code of Swift 6.3, an optional function that is a task-local of another
// module crashes the process.
package final class Verification: Sendable {
  package static let current = TaskLocal<Verification?>(wrappedValue: nil)

  package let willStop: @Sendable (Message) -> Void

  package init(_ willStop: @escaping @Sendable (Message) -> Void) { self.willStop = willStop }
}
