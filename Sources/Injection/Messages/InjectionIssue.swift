/// A problem that fails a test or goes to a live process's handler, and how to fix it.
///
/// ``InjectedValues/require(_:fileID:line:)`` throws one.
public struct InjectionIssue: Error, CustomStringConvertible {
  /// The kind of the problem.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// A value without an implementation was read, or such a function was called.
    case unimplemented

    /// A value that must be provided was read, but none is.
    ///
    /// The process stops, or ``InjectedValues/require(_:fileID:line:)`` throws.
    case unprovided

    /// A default needs itself while it is built, or a scope of a collection while it is opened or
    /// closed. The process stops.
    case circular

    /// An object was used in another scope after the one that it was created in had ended.
    ///
    /// It sees the overrides of both. Usually, a static variable retains the object.
    case outlivedScope

    /// A read has waited for a second for a default that is built on another thread, and that may
    /// wait for the read. Or a task waits for a scope of a collection to open, whose opening may
    /// wait for the task.
    ///
    /// A test that runs is warned.
    case waitingRead

    /// A strict test read a live default.
    case liveDefault

    /// An override was never read.
    case unusedOverride

    /// Verified properties can't be built.
    case unverified

    /// A scope still exists after its test has ended.
    case leakedScope

    /// A test entered values that were captured in another test.
    case foreignValues

    /// A test called ``InjectedValues/bootstrap(verifying:onIssue:_:fileID:line:)``, which sets
    /// values of the process for all tests. It has set nothing.
    case bootstrappedInTest

    /// Closing a resource or a scope of the module `InjectionServer` threw an error that no caller
    /// can catch: the operation threw another one, or has ended.
    case unclosedResource
  }

  /// The kind of the problem.
  public let kind: Kind

  /// The property of `InjectedValues`: `repository`.
  ///
  /// `nil` if only the key is known, or if there are several.
  public let property: String?

  /// The name of the key's type, or `nil` if there are several.
  public let key: String?

  /// The fact, then the property, key, value type and source location, then how to fix it.
  public package(set) var description: String

  /// The file of the read or of the overriding scope: `ShopTests/CheckoutTests.swift`.
  ///
  /// `nil` if it is unknown, as for a read through ``InjectedValues/current`` outside of a test's
  /// scope.
  public var fileID: String? { source.isKnown ? source.fileID : nil }

  /// The line of the read or of the overriding scope, or `nil` if it is unknown.
  public var line: Int? { source.isKnown ? Int(source.line) : nil }

  package let source: SourceLine

  /// Where the property is declared.
  package let declaration: SourceLine

  /// - Parameters:
  ///   - kind: The kind of the problem.
  ///   - message: The message about it.
  package init(_ kind: Kind, _ message: Message) {
    (self.kind, description) = (kind, message.description)
    (property, key) = (message.subject?.property, message.subject?.key.name)
    (source, declaration) = (message.source, message.declaration)
  }
}
