/// A problem that fails a test, or that a live process is told of, with what to do about it.
///
/// ``InjectedValues/require(_:fileID:line:)`` throws one.
public struct InjectionIssue: Error, CustomStringConvertible {
  /// What the problem is.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// A value was read, or a function was called, that has no implementation.
    case unimplemented

    /// A value was read that must be provided, and is not. The process stops, or
    /// ``InjectedValues/require(_:fileID:line:)`` throws.
    case unprovided

    /// A default needs itself while it is built. The process stops.
    case circular

    /// A property was read whose object has outlived the scope in which it was made, in another scope
    /// beside that one: it sees what both override. Mostly the object is held by a static variable.
    case foreignHome

    /// A strict test read a live default.
    case notOverridden

    /// An override was never read.
    case neverRead

    /// Properties that were verified cannot be built.
    case unverified

    /// A scope was still there when its test had ended.
    case leaked

    /// A test entered values that were captured in another test.
    case foreignValues

    /// Closing a resource, or a scope of ``AsyncInjectedScopes``, threw an error that no caller is
    /// thrown: the operation in it threw another one, or has ended.
    case unclosed
  }

  /// What the problem is.
  public let kind: Kind

  /// The property of `InjectedValues`: `repository`.
  ///
  /// `nil` where only the key is known, or there are several.
  public let property: String?

  /// The name of the key's type; `nil` where there are several.
  public let key: String?

  /// The fact; then property, key, value type and place; then what to do.
  public package(set) var description: String

  /// The file of the read, or of the scope that overrides: `ShopTests/CheckoutTests.swift`.
  ///
  /// `nil` where it is unknown: of a read through ``InjectedValues/current``, where no scope of a
  /// test is open.
  public var fileID: String? { place.isKnown ? place.fileID : nil }

  /// The line of the read, or of the scope that overrides; see ``fileID``.
  public var line: Int? { place.isKnown ? Int(place.line) : nil }

  package let place: SourcePlace

  /// Where the property is declared.
  package let declaration: SourcePlace

  /// - Parameters:
  ///   - kind: What the test should fail for.
  ///   - message: What is said of it.
  package init(_ kind: Kind, _ message: Message) {
    self.kind = kind
    self.property = message.subject?.property
    self.key = message.subject.map { "\($0.key.type)" }
    self.place = message.place
    self.declaration = message.declaration
    self.description = message.description
  }
}
