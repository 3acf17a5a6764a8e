/// What a throwing function throws that has no implementation, after it has failed its test.
///
/// Such functions are made by ``unimplemented(_:fileID:line:)-3t0uh``.
public struct UnimplementedError: Error, Equatable, CustomStringConvertible {
  /// What the function is called: `Client.fetch`.
  public let function: String

  /// The fact.
  public var description: String { "\(function) has no implementation here." }
}
