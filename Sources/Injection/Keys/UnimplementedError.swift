/// The error of a throwing function that has no implementation.
///
/// ``unimplemented(_:fileID:line:)-3t0uh`` makes such functions. A call is reported before it
/// throws.
public struct UnimplementedError: Error, Equatable, CustomStringConvertible {
  /// What the function is called: `Client.fetch`.
  public let function: String

  /// The fact.
  public var description: String { "\(function) has no implementation here." }
}
