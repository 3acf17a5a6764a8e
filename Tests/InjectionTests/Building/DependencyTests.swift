import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// What a default depends on that reads through an object with a home elsewhere (R2, R7).
///
/// Such a default is kept for the view that asked: nobody else shares it.
@Suite struct DependencyTests {
  @Test(arguments: [false, true])
  func `a default is not shared by views that show its object another scope`(isMixedFirst: Bool) {
    withTestScope {
      let outsider = withInjected(\.first, "outsider") { Outsider() }
      withInjected(\.first, "around") {
        let reader = withInjected(\.first, "home") { Reader() }
        withInjected(\.reader, reader) {
          // Here the reader's home is inside what is around both.
          let direct = { #expect(InjectedValues.current.report.text == "home") }
          // Here the outsider's home comes after "around" and, by R2, before what the reader's
          // home is in.
          let mixed = { #expect(outsider.report().text == "outsider") }
          let reads = isMixedFirst ? [mixed, direct] : [direct, mixed]
          for read in reads + reads { read() }
        }
      }
    }
  }

  @Test func `a default is kept for the view that asked, and has the right value in others`() {
    withTestScope {
      let reader = withInjected(\.first, "home") { Reader() }
      withInjected(\.reader, reader) {
        let report = InjectedValues.current.report
        #expect(report.text == "home" && InjectedValues.current.report === report)
        withInjected(\.second, "other") {
          let other = InjectedValues.current.report
          #expect(other.text == "home" && InjectedValues.current.report === other)
        }
        withInjected(\.first, "inside") {
          let inside = InjectedValues.current.report
          #expect(inside.text == "inside" && InjectedValues.current.report === inside)
        }
        #expect(InjectedValues.current.report === report)
      }
    }
  }

  @Test func `a default that its object reads counts with what that read`() {
    withTestScope {
      let reader = withInjected(\.first, "home") { Reader() }
      withInjected(\.reader, reader) {
        let summary = InjectedValues.current.summary
        #expect(summary.text == "home -")
        withInjected(\.other, 1) { #expect(InjectedValues.current.summary.text == "home -") }
        withInjected(\.second, "other") {
          #expect(InjectedValues.current.summary.text == "home other")
        }
        #expect(InjectedValues.current.summary === summary)
      }
    }
  }

  @Test func `what is seen over a home while a default is built is built once`() {
    withTestScope {
      let reader = withInjected(\.second, "home") { Reader() }
      let maker = Maker {
        withInjected(\.first, "nested") {
          let signature = reader.signature()
          #expect(signature === reader.signature())
          return signature.text
        }
      }
      withInjected(\.maker, maker) { #expect(InjectedValues.current.made.text == "nested home") }
    }
  }

  @Test func `a default has the right value, whatever homes its own build made`() {
    withTestScope {
      let reader = withInjected(\.first, "home") { Reader() }
      // Kept by the nested scope and the home together, and read outside of both.
      let maker = Maker { withInjected(\.second, "nested") { reader.readerOfBoth() }.first() }
      withInjected(\.maker, maker) {
        let made = InjectedValues.current.made
        #expect(made.text == "home" && InjectedValues.current.made === made)
        withInjected(\.other, 1) { #expect(InjectedValues.current.made.text == "home") }
        withInjected(\.first, "inside") { #expect(InjectedValues.current.made.text == "inside") }
      }
    }
  }

  @Test func `a home inside the scope that keeps a default is not held by it`() {
    weak var made: Note?
    weak var home: Note?
    withTestScope {
      let held = Lock<Reader?>(nil)
      withInjected(\.maker, Maker { held.withLock { $0 }?.first() ?? "gone" }) {
        withInjected(\.first, "inside") {
          held.withLock { $0 = Reader() }
          home = InjectedValues.current.signature
        }
        made = InjectedValues.current.made
        #expect(made?.text == "inside" && home != nil)
        held.withLock { $0 = nil }
        #expect(made != nil && home == nil)
      }
    }
    #expect(made == nil)
  }

  @Test func `nobody relies on a home that is gone`() {
    withTestScope {
      let held = Lock<Reader?>(nil)
      withInjected(\.maker, Maker { held.withLock { $0.take() }?.first() ?? "gone" }) {
        withInjected(\.first, "home") { held.withLock { $0 = Reader() } }
        let first = InjectedValues.current.made
        #expect(first.text == "home")
        // Built again: what the first was built from can't be compared any more.
        withInjected(\.second, "other") { #expect(InjectedValues.current.made.text == "gone") }
        #expect(InjectedValues.current.made === first)
      }
    }
  }
}

// MARK: - Fixtures

private final class Reader: Sendable {
  let first = Injected(\.first)
  let both = Injected(\.both)
  let signature = Injected(\.signature)
  let readerOfBoth = Injected(\.readerOfBoth)

  init(_ texts: String...) {}
}

private final class Outsider: Sendable { let report = Injected(\.report) }

private struct Maker: Sendable {
  let make: @Sendable () -> String
  init(_ make: @escaping @Sendable () -> String) { self.make = make }
}

extension InjectedValues {
  @Injectable fileprivate var reader: Reader = Reader()
  @Injectable fileprivate var readerOfBoth: Reader = Reader(InjectedValues.current.both)
  @Injectable fileprivate var maker: Maker = Maker { "-" }
  @Injectable fileprivate var signature: Note = Note(InjectedValues.current.both)
  @Injectable fileprivate var report: Note = Note(InjectedValues.current.reader.first())
  @Injectable fileprivate var summary: Note = Note(InjectedValues.current.reader.both())
  @Injectable fileprivate var made: Note = Note(InjectedValues.current.maker.make())
}
