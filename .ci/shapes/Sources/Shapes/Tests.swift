import Foundation
import Testing
import XCTest

/// Runs tests in an order: `x` is XCTest, `s` Swift Testing, `m` the app's main thread, `q` its
/// queue.
func run(_ order: String) {
  for step in order {
    switch step {
    case "x": runXCTest()
    case "s": runSwiftTesting()
    case "m":
      read("Shapes/main")
      showBox("process")
    case "q": onQueue { read("Shapes/appQueue") }
    default: break
    }
  }
}

private func runXCTest() {
  let code: CInt = MainActor.assumeIsolated {
    XCTMain([testCase(PlainCase.allTests), testCase(OwnCase.allTests)], arguments: ["Shapes"])
  }
  say("@@ XCTest: \(code)")
}

private func runSwiftTesting() {
  nonisolated(unsafe) var code: CInt?
  Task.detached {
    var arguments = __CommandLineArguments_v0()
    arguments.parallel = false
    code = await __swiftPMEntryPoint(passing: arguments)
  }
  while code == nil { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02)) }
  say("@@ Testing: \(code!)")
}
