/// The error of a throwing function that has no implementation.
///
/// ``unimplemented(_:fileID:line:)`` returns such functions. A call reports an issue, then throws.
public struct UnimplementedError: Error, Equatable, CustomStringConvertible {
  /// The name of the function: `Client.fetch`.
  public let function: String

  @usableFromInline
  init(function: String) { self.function = function }

  /// A sentence that names the function.
  public var description: String { "\(function) has no implementation here." }
}
