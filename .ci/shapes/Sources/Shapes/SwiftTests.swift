import Injection
import InjectionTesting
import Testing

// Each place where a value is read has the name of its test.
@Suite(.serialized) struct SwiftTests {
  @Test func bare() { read("Shapes/bare") }
  @Test func detached() async { await Task.detached { read("Shapes/detached") }.value }
  @Test func queue() async { await onQueue { read("Shapes/queue") } }
  @Test func scopeInDetached() async {
    await Task.detached { withTestScope { read("Shapes/scopeInDetached") } }.value
  }
  @Test func strictScope() { withTestScope(options: .strict) { readLive("Shapes/strictScope") } }
  @Test(.injected()) func trait() { read("Shapes/trait") }
  @Test(.injected()) func traitDetached() async {
    await Task.detached { read("Shapes/traitDetached") }.value
  }
  @Test(.injected()) func traitQueue() async { await onQueue { read("Shapes/traitQueue") } }
  @Test(.injected()) func traitCaptured() async {
    let values = InjectedValues.current
    await Task.detached { withInjected(values) { read("Shapes/traitCaptured") } }.value
  }
  @Test(.injected(.strict)) func strict() { readLive("Shapes/strict") }
  @Test(.injected(.strict)) func strictMissing() { read("Shapes/strictMissing") }
  @Test(.injected(.strict)) func strictDetached() async {
    await Task.detached { read("Shapes/strictDetached") }.value
  }
  @Test(.injected(.strict)) func strictQueue() async {
    await onQueue { read("Shapes/strictQueue") }
  }
  @Test(
    .injected([.failOnUnusedOverrides]),
    .injected(\.number, 2, fileID: "Shapes/unused", line: 1)
  )
  func unused() {}
  @Test(
    .enabled {
      read("Shapes/condition")
      return true
    }
  ) func condition() {}
  @Test(arguments: argument()) func arguments(_: Int) {}
  @Test func box1() { showBox("swift") }
  @Test func box2() { showBox("swift") }

  private static func argument() -> [Int] {
    read("Shapes/arguments")
    return [1]
  }
}
