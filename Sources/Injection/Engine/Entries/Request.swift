/// One read of a key.
package struct Request: Sendable {
  package let key: Key
  /// The property of `InjectedValues` that was used.
  package let property: StaticString?
  /// The source location of the read, or of the `Injected` declaration.
  package let source: SourceLine
  /// Where the property of `InjectedValues` is declared.
  package let declaration: SourceLine
  /// Whether an update closure reads from the values that it changes, such as to change a member.
  package let isUpdate: Bool

  @inline(never) package var subject: Subject { Subject(key, property) }
}
