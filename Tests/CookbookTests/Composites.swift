import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

protocol Logging: Sendable {
  func log(_ text: String)
}

struct AllLogs: Logging {
  let logs: [any Logging]

  func log(_ text: String) {
    for each in logs { each.log(text) }
  }
}

extension InjectedValues {
  @Injectable var logs: [any Logging] = []
  @Injectable var log: any Logging = AllLogs(logs: InjectedValues[\.logs])
}

final class MemoryLog: Logging {
  private let lines = Mutex<[String]>([])
  var texts: [String] { lines.withLock { $0 } }
  func log(_ text: String) { lines.withLock { $0.append(text) } }
}

@Suite(.injected()) struct Composites {
  @Test func `modules add to a list, and users see one value`() {
    let (file, screen) = (MemoryLog(), MemoryLog())
    withInjected {
      $0.logs.append(file)
      $0.logs.append(screen)
    } operation: {
      InjectedValues[\.log].log("started")
    }
    #expect(file.texts == ["started"])
    #expect(screen.texts == ["started"])
  }

  @Test func `an inner scope adds for itself only`() {
    let (outer, inner) = (MemoryLog(), MemoryLog())
    withInjected {
      $0.logs.append(outer)
    } operation: {
      withInjected {
        $0.logs.append(inner)
      } operation: {
        InjectedValues[\.log].log("a")
      }
      InjectedValues[\.log].log("b")
    }
    #expect(inner.texts == ["a"])
    #expect(outer.texts == ["a", "b"])
  }
}
