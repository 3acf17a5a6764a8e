import Testing

@testable import Injection

@Suite struct BuildTests {
  @Test func `what is read after a build has ended is not noted`() {
    let request = Request(
      .of(NumberKey.self),
      .none,
      reader: .unknown,
      declaration: .unknown,
      isPreparation: false,
      isOfDraft: false
    )
    let root = Scope(in: nil, place: .unknown, traits: [.root, .base])
    let build = Build(request, view: root, nil, isShared: true)
    build.note(Finding(.of(NumberKey.self), 1))
    #expect(build.takeRecord().findings.count == 1)
    build.lead(to: root)
    build.note(Finding(.of(NumberKey.self), 1))
    #expect(build.takeRecord().findings.isEmpty)
  }
}

private enum NumberKey: InjectionKey { static var defaultValue: Int { 0 } }
