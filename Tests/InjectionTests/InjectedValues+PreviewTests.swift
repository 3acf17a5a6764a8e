import Foundation
import InjectionMacros
import Synchronization
import Testing

@testable import Injection

@Suite struct InjectedValuesPreviewTests {
  // R25
  @Test func `in a preview, what is set for the process is replaced`() async {
    await #expect(processExitsWith: .success) {
      // Before anything asks for the context.
      unsafe setenv("INJECTION_CONTEXT", "preview", 1)
      InjectedValues.bootstrap { $0.previewTitle = "first" }
      let page = Page()
      let text = InjectedValues.current.previewText
      #expect(text.text == "first" && page.title == "first")
      InjectedValues.bootstrap { $0.previewTitle = "second" }
      // What was built meanwhile goes.
      #expect(InjectedValues.current.previewText.text == "second" && page.title == "second")
      #expect(InjectedValues.current.context == .preview)
    }
  }

  // R16
  @Test func `a default that is being built cannot be set for the process`() async {
    await #expect(processExitsWith: .failure) {
      let begun = DispatchSemaphore(value: 0)
      Thread { _ = InjectedValues.current.slowStart(begun) }.start()
      begun.wait()
      InjectedValues.bootstrap { $0.slow = 1 }
    }
  }

  @Test func `a first read that was overtaken looks again`() async {
    await #expect(processExitsWith: .success) {
      let key = KeyDescription.of(InjectedValues.TitleKey.self)
      let stamp = BuildRegistry.stamp(of: key)
      InjectedValues.bootstrap { $0.previewTitle = "set" }
      let request = Request(
        key,
        .none,
        reader: .unknown,
        declaration: .unknown,
        isPreparation: false,
        isOfDraft: false
      )
      let build = Build(request, view: .process, nil, isShared: true)
      guard case .searchAgain = BuildRegistry.begin(build, stamp: stamp, beside: []) else {
        Issue.record("the build goes on with what it found before")
        return
      }
      #expect(InjectedValues.current.previewTitle == "set")
    }
  }
}

// MARK: - Fixtures

private struct Page {
  @Injected(\.previewTitle) var title
}

private final class PreviewText: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

extension InjectedValues {
  fileprivate enum TitleKey: InjectionKey { static var defaultValue: String { "default" } }
  fileprivate var previewTitle: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }

  @Injectable
  fileprivate var previewText: PreviewText = PreviewText(InjectedValues.current.previewTitle)

  private enum SlowKey: InjectionKey {
    static var defaultValue: Int {
      begun.withLock { _ = $0?.signal() }
      while true { Thread.sleep(forTimeInterval: 1) }
    }
    static let begun = Mutex<DispatchSemaphore?>(nil)
  }
  fileprivate var slow: Int {
    get { self[SlowKey.self] }
    set { self[SlowKey.self] = newValue }
  }

  /// Reads a default that never ends, and says when its code has begun.
  fileprivate func slowStart(_ begun: DispatchSemaphore) -> Int {
    SlowKey.begun.withLock { $0 = begun }
    return slow
  }
}
