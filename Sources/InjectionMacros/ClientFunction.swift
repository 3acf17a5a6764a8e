import Injection

/// A function of a client that has no implementation.
///
/// Only code that the macro `InjectableClient` makes uses this type.
public struct _ClientFunction: Sendable {
  private let reporting: @Sendable () -> Void
  private let failing: @Sendable () throws -> Never

  /// - Parameter name: The name: `Weather.forecast`.
  public init(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) {
    reporting = unimplemented(name, placeholder: (), fileID: fileID, line: line)
    failing = unimplemented(name, fileID: fileID, line: line)
  }

  /// Reports a call.
  public func report() { reporting() }

  /// Reports a call.
  ///
  /// - Returns: It doesn't return.
  /// - Throws: An `UnimplementedError`.
  public func fail() throws -> Never { try failing() }
}
