/// What a program does, beside the use of homes.
enum Way: Hashable {
  /// A default that the process keeps is read: in no scope, or in one; there or through an object.
  case process(inScope: Bool, throughObject: Bool)
  /// Something is read in a draft: through its values, or by code that has entered them.
  case draft(Found, isEntered: Bool)
  /// Captured values are changed: for the first time, or again, before they are used.
  case changed(again: Bool)
  /// A root says something, of which parts were read while it was set up.
  case root(inParts: Bool)
  /// Another thread reads while a default is built: at once, or when the code goes on.
  case thread(Hold, inScope: Bool, atOnce: Bool)
  /// A kept scope is removed: before it was opened, or after that.
  case removed(open: Bool)
  /// A scope stays that was opened before the kept ones, which go.
  case long
  /// Many kept scopes come and go.
  case kept
  /// Many scopes beside one go.
  case crowd
  /// A read was recorded, in code or outside.
  case recorded(inCode: Bool)

  enum Found: CaseIterable { case value, kept, weak, transient, singleton }
}

extension Way {
  /// What each long run must meet.
  static func all(in kind: Program.Kind) -> [Way] {
    let both = [false, true]
    let draftReads = Found.allCases.flatMap { found in
      both.map { Way.draft(found, isEntered: $0) }
    }
    let drafts = draftReads + both.map { .changed(again: $0) }
    let processes = both.flatMap { inScope in
      both.map { Way.process(inScope: inScope, throughObject: $0) }
    }
    let threads = Hold.allCases.flatMap { hold in
      both.flatMap { inScope in both.map { Way.thread(hold, inScope: inScope, atOnce: $0) } }
    }
    let roots = both.map { Way.root(inParts: $0) }
    return drafts + [.crowd, .kept, .long] + both.map { .removed(open: $0) }
      + both.map { .recorded(inCode: $0) }
      + (kind == .containers ? roots : [])
      + (kind == .process ? processes : []) + (kind == .threads ? threads : [])
  }
}

extension Way.Found {
  /// What a read has found: an override, or a default of a key.
  init(_ key: Int, isDefault: Bool) {
    self =
      switch Lifetime.ofKeys[key] {
      case _ where !isDefault: .value
      case .scoped, .scopedBy0, .scopedBy5: .kept
      case .weak: .weak
      case .transient: .transient
      case .singleton: .singleton
      }
  }
}
