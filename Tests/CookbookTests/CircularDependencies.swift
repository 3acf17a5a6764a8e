import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

extension InjectedValues {
  @Injectable var width: Int = InjectedValues[\.height] * 2
  @Injectable var height: Int = InjectedValues[\.width] / 2
}

final class Parent: Sendable {
  let name = "Ann"
  let child = Injected(\.child)
}

final class Child: Sendable {
  let parent = Injected(\.parent)
}

extension InjectedValues {
  @Injectable var parent: Parent = Parent()
  @Injectable var child: Child = Child()
}

@MainActor protocol EditorDelegate: AnyObject {
  func editorDidSave(_ text: String)
}

@MainActor final class Editor {
  weak var delegate: (any EditorDelegate)?
  func save() { delegate?.editorDidSave("draft") }
}

@MainActor final class Desk: EditorDelegate {
  let editor = Editor()
  private(set) var saved: [String] = []

  init() { editor.delegate = self }

  func editorDidSave(_ text: String) { saved.append(text) }
}

@Suite(.injected()) struct CircularDependencies {
  @Test func `a circle stops with its path`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = InjectedValues[\.width]
    }
    #expect(result.message.contains(#"\.width → \.height → \.width"#))
  }

  @Test func `where one of the two is given, there is no circle`() {
    withInjected(\.height, 3) { #expect(InjectedValues[\.width] == 6) }
    withInjected(\.width, 8) { #expect(InjectedValues[\.height] == 4) }
  }

  @Test func `a property that reads later breaks it`() {
    let parent = InjectedValues[\.parent]
    #expect(parent.child().parent() === parent)
  }

  @MainActor @Test func `a weak delegate breaks it where one object owns the other`() {
    let desk = Desk()
    desk.editor.save()
    #expect(desk.saved == ["draft"])
    var other: Desk? = Desk()
    weak let held = other
    #expect(held != nil)
    other = nil
    #expect(held == nil)
  }

  @Test func `a test finds circles among the keys of an app`() {
    verifyInjection(\.parent, \.child)
  }
}
