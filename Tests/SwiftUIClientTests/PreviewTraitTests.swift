import Injection
import InjectionSwiftUI
@_spi(Host) import SwiftUI
import Testing

@MainActor
@Suite struct PreviewTraitTests {
  private let count = Box(0)

  @Test func `previews share nothing`() {
    let first = shown(preview(traits: .injected { $0.title = "first" }) { TicketRow() })
    let second = shown(preview(traits: .injected(\.title, "second")) { TicketRow() })
    let third = shown(preview(traits: .injected()) { TicketRow() })
    #expect([first, second, third] == [["first 1"], ["second 1"], ["previewed 1"]])
  }

  @Test func `evaluated ten times, a container is opened once`() {
    let preview = preview(traits: .injected { [count] in $0.title = "\(next(count))" }) {
      TicketRow()
    }
    let host = Host { preview.makeView() }
    for _ in 2...10 { host.evaluate() }
    #expect(host.texts == ["1 10"])
    #expect(count.value == 1)
  }

  @Test func `of several traits the first one is the innermost`() {
    let preview = preview(
      traits: .injected(\.title, "inner"),
      .injected {
        $0.title = "outer"
        $0.config.timeout = 3
      }
    ) {
      Row()
      ConfigRow()
    }
    #expect(shown(preview) == ["inner", "3 live"])
  }

  @Test func `a modifier inside of a preview wins`() {
    let preview = preview(traits: .injected(\.title, "trait")) {
      TicketRow().injected(\.config.timeout, 3)
      Row().injected(\.title, "modifier")
    }
    #expect(shown(preview) == ["trait 1", "modifier"])
  }

  @Test func `nothing is set for the process`() {
    _ = shown(preview(traits: .injected(\.title, "preview")) { Row() })
    #expect(InjectedValues.current.title == "default")
  }

  private func shown(_ preview: Preview) -> [String] { Host { preview.makeView() }.texts }
}
