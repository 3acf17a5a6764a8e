// An app that hosts tests: it reads values, as at its start, and loads the bundle with the tests
// afterwards. Arguments: what it does before, and the bundle.

import Foundation
import Injection

enum PayKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var testValue: Int { unimplemented(placeholder: 0) }
}

enum GreetingKey: InjectionKey { static var defaultValue: String { "app" } }

extension InjectedValues {
  var pay: Int { self[PayKey.self] }
  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}

func load(_ path: String) {
  guard let bundle = unsafe dlopen(path, RTLD_NOW | RTLD_GLOBAL) else { exit(2) }
  let run = unsafe dlsym(bundle, "runTests")
  unsafe unsafeBitCast(run, to: (@convention(c) () -> Void).self)()
}

let (steps, bundle) = (CommandLine.arguments[1], CommandLine.arguments[2])
if steps.contains("context") { print("@@ context: \(InjectedValues.current.context)") }
if steps.contains("early") {
  print("@@ early: \(InjectedValues.current.greeting)")
  _ = InjectedValues[\.pay, fileID: "Shapes/appStart", line: 1]
}
if steps.contains("bootstrap") { InjectedValues.bootstrap { $0.greeting = "bootstrap" } }
if steps.contains("thread") {
  // Loaded elsewhere, where XCTest takes no observers.
  let thread = Thread {
    guard unsafe dlopen(bundle, RTLD_NOW | RTLD_GLOBAL) != nil else { exit(2) }
  }
  thread.start()
  while !thread.isFinished { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02)) }
}
load(bundle)
