import TestSupport
import Testing

@testable import Injection

/// What happens to a build between its steps, where no test gets by itself.
struct BuildTests {
  @Test func `a first read that bootstrap overtook looks again`() async {
    await #expect(processExitsWith: .success) {
      let key = KeyDescription.of(InjectedValues.textKey.self)
      let stamp = BuildRegistry.stamp(of: key)
      InjectedValues.bootstrap { $0.text = "set" }
      let build = makeBuild(of: key, in: Scope.process)
      let levels = Levels(build.view)
      guard case .searchAgain = BuildRegistry.begin(build, levels, in: nil, stamp: stamp) else {
        Issue.record("the build goes on with what it found before")
        return
      }
      #expect(InjectedValues.current.text == "set")
    }
  }
}

private func makeBuild(of key: KeyDescription, in scope: Scope) -> Build {
  let request = Request(
    key: key,
    property: .none,
    place: .unknown,
    declaration: .unknown,
    isPreparation: false,
    isOfDraft: false
  )
  let view = ScopeView(scope)
  return Build(request, Search(view), in: view, nil)
}
