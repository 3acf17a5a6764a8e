/// One read of a key, as the engine and its observers know it.
package struct Request: Sendable {
  package let key: KeyDescription
  /// The property of `InjectedValues` that was used.
  package let property: PropertyName
  /// Where the value is read: the place of the `Injected` property, for one. Unknown of a read
  /// through `InjectedValues.current`.
  package let place: SourcePlace
  /// Where the property of `InjectedValues` is declared.
  package let declaration: SourcePlace
  /// An update closure asked, through the values that it changes: to change a member, for one.
  package let isPreparation: Bool
  /// The scope that is read is a draft.
  let isOfDraft: Bool

  init(
    _ key: KeyDescription,
    _ property: PropertyName,
    reader: SourcePlace,
    declaration: SourcePlace,
    isPreparation: Bool,
    isOfDraft: Bool
  ) {
    self.key = key
    self.property = property
    self.place = reader
    self.declaration = declaration
    self.isPreparation = isPreparation
    self.isOfDraft = isOfDraft
  }
}
