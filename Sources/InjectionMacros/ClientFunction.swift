import Injection

/// A function of a client that has no implementation.
///
/// Only code that the macro `InjectableClient` makes uses this type. It is made while the client's
/// value is built, so that issues name the property.
public struct _ClientFunction: Sendable {
  private let reporting: @Sendable () -> Void
  private let failing: @Sendable () throws -> Never

  fileprivate init(_ name: String, _ fileID: StaticString, _ line: UInt) {
    reporting = unimplemented(name, placeholder: (), fileID: fileID, line: line)
    failing = unimplemented(name, fileID: fileID, line: line)
  }

  /// Reports a call.
  public func report() { reporting() }

  /// Reports a call, and throws an `UnimplementedError`.
  public func fail() throws -> Never { try failing() }
}

extension Optional where Wrapped == Any {
  /// Makes a function of a client, in code that the macro makes.
  ///
  /// - Parameter name: The name in the issue: `Weather.forecast`.
  /// - Returns: The function.
  public static func _clientFunction(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> _ClientFunction { _ClientFunction(name, fileID, line) }
}
