// A place where a value is read has a name, which takes the place of the file: "Shapes/NAME", in
// messages "Read at: NAME:1". So what becomes of each issue is found in the output.

import Dispatch
import Foundation
import Injection

final class Box: Sendable { let id = UUID() }

private enum PaymentKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var testValue: Int { unimplemented(placeholder: 0) }
}

private enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum BoxKey: InjectionKey { static var defaultValue: Box { Box() } }

extension InjectedValues {
  var payment: Int { self[PaymentKey.self] }
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  var box: Box { self[BoxKey.self] }
}

/// Reads a value that is unimplemented in tests.
func read(_ name: StaticString) { _ = InjectedValues[\.payment, fileID: name, line: 1] }

/// Reads a live default.
func readLive(_ name: StaticString) { _ = InjectedValues[\.number, fileID: name, line: 1] }

/// Tells which object this code sees: who has a container of its own has another one.
func showBox(_ name: String) { say("@@ \(name) \(InjectedValues.current.box.id)") }

func onQueue(_ body: @escaping @Sendable () -> Void) {
  let end = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    body()
    end.signal()
  }
  end.wait()
}

func onQueue(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      body()
      continuation.resume()
    }
  }
}

func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
