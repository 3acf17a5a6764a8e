import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

/// What a default depends on that reads through an object with a home elsewhere (R2, R7).
///
/// Such a default is kept for the view that asked: nobody else shares it.
@Suite struct DependencyTests {
  @Test func `a default is not shared by views that show its object another scope`() {
    for readsMixedViewFirst in [false, true] {
      withTestScope { _ in
      } operation: {
        let outsider = withInjected(\.text, "outsider") { Outsider() }
        withInjected(\.text, "around") {
          let reader = withInjected(\.text, "home") { Reader() }
          withInjected(\.reader, reader) {
            // Here the reader's home is inside what is around both.
            let direct = { #expect(InjectedValues.current.report.text == "home") }
            // Here the outsider's home comes after "around" and, by R2, before what the reader's
            // home is in.
            let mixed = { #expect(outsider.report.text == "outsider") }
            let reads = readsMixedViewFirst ? [mixed, direct] : [direct, mixed]
            for read in reads + reads { read() }
          }
        }
      }
    }
  }

  @Test func `a default is kept for the view that asked, and has the right value in others`() {
    withTestScope { _ in
    } operation: {
      let reader = withInjected(\.text, "home") { Reader() }
      withInjected(\.reader, reader) {
        let report = InjectedValues.current.report
        #expect(report.text == "home" && InjectedValues.current.report === report)
        withInjected(\.other, "other") {
          let other = InjectedValues.current.report
          #expect(other.text == "home" && InjectedValues.current.report === other)
        }
        withInjected(\.text, "inside") {
          let inside = InjectedValues.current.report
          #expect(inside.text == "inside" && InjectedValues.current.report === inside)
        }
        #expect(InjectedValues.current.report === report)
      }
    }
  }

  @Test func `a default that its object reads counts with what that read`() {
    withTestScope { _ in
    } operation: {
      let reader = withInjected(\.text, "home") { Reader() }
      withInjected(\.reader, reader) {
        let summary = InjectedValues.current.summary
        #expect(summary.text == "home, -")
        withInjected(\.number, 1) { #expect(InjectedValues.current.summary.text == "home, -") }
        withInjected(\.other, "other") {
          #expect(InjectedValues.current.summary.text == "home, other")
        }
        #expect(InjectedValues.current.summary === summary)
      }
    }
  }

  @Test func `what is seen over a home while a default is built is built once`() {
    withTestScope { _ in
    } operation: {
      let reader = withInjected(\.other, "home") { Reader() }
      let maker = Maker {
        withInjected(\.text, "nested") {
          let first = reader.note
          #expect(first === reader.note && first.text == "nested, home")
          return first.text
        }
      }
      withInjected(\.maker, maker) { #expect(InjectedValues.current.made.text == "nested, home") }
    }
  }

  @Test func `a default has the right value, whatever homes its own build made`() {
    withTestScope { _ in
    } operation: {
      let reader = withInjected(\.text, "home") { Reader() }
      // Kept by the nested scope and the home together, and read outside of both.
      let maker = Maker { withInjected(\.other, "nested") { reader.reader }.text }
      withInjected(\.maker, maker) {
        let report = InjectedValues.current.made
        #expect(report.text == "home")
        #expect(InjectedValues.current.made === report)
        withInjected(\.number, 1) { #expect(InjectedValues.current.made.text == "home") }
        withInjected(\.text, "inside") {
          let inside = InjectedValues.current.made
          #expect(inside.text == "inside")
        }
      }
    }
  }

  @Test func `a home inside the scope that keeps a default is not held by it`() {
    weak var kept: Report?
    weak var home: Report?
    withTestScope { _ in
    } operation: {
      let held = Held()
      withInjected(\.maker, Maker { held.peek()?.text ?? "gone" }) {
        withInjected(\.text, "inside") {
          held.put(Reader())
          home = InjectedValues.current.note
        }
        kept = InjectedValues.current.made
        #expect(kept?.text == "inside" && home != nil)
        _ = held.take()
        #expect(home == nil && kept != nil)
      }
    }
    #expect(kept == nil)
  }

  @Test func `nobody relies on a home that is gone`() {
    withTestScope { _ in
    } operation: {
      let held = Held()
      withInjected(\.maker, Maker { held.take()?.text ?? "gone" }) {
        withInjected(\.text, "home") { held.put(Reader()) }
        let first = InjectedValues.current.made
        #expect(first.text == "home")
        // Built again: what the first was built from can't be compared any more.
        withInjected(\.other, "other") { #expect(InjectedValues.current.made.text == "gone") }
        #expect(InjectedValues.current.made === first)
      }
    }
  }
}

// MARK: - Fixtures

private final class Reader: Sendable {
  private let injectedText = Injected(\.text)
  private let injectedPair = Injected(\.pair)
  var text: String { injectedText() }
  private let injectedNote = Injected(\.note)
  var pair: String { injectedPair() }
  private let injectedReader = Injected(\.madeReader)
  var note: Report { injectedNote() }
  var reader: Reader { injectedReader() }
}

/// Holds a reader until it is asked for.
private final class Held: Sendable {
  private let reader = Mutex<Reader?>(nil)
  func put(_ new: Reader) { reader.withLock { $0 = new } }
  func peek() -> Reader? { reader.withLock { $0 } }
  func take() -> Reader? {
    reader.withLock { reader in
      defer { reader = nil }
      return reader
    }
  }
}

private final class Outsider: Sendable {
  private let injected = Injected(\.report)
  var report: Report { injected() }
}

private final class Report: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

private struct Maker: Sendable {
  let make: @Sendable () -> String
  init(_ make: @escaping @Sendable () -> String) { self.make = make }
}

extension InjectedValues {
  private enum PairKey: InjectionKey {
    static var defaultValue: String {
      "\(InjectedValues.current.text), \(InjectedValues.current.other)"
    }
  }
  private enum MadeReaderKey: InjectionKey {
    static var defaultValue: Reader {
      _ = InjectedValues.current.pair
      return Reader()
    }
  }
  @Injectable fileprivate var text: String = "-"
  @Injectable fileprivate var other: String = "-"
  @Injectable fileprivate var number: Int = 0
  @Injectable fileprivate var reader: Reader = Reader()
  @Injectable fileprivate var maker: Maker = Maker { "-" }
  @Injectable(lifetime: .transient)
  fileprivate var stamp: Report = Report(InjectedValues.current.text)
  @Injectable fileprivate var signed: Report = Report(InjectedValues.current.stamp.text)
  fileprivate var pair: String { self[PairKey.self] }
  fileprivate var madeReader: Reader { self[MadeReaderKey.self] }
  @Injectable fileprivate var note: Report = Report(InjectedValues.current.pair)
  @Injectable fileprivate var report: Report = Report(InjectedValues.current.reader.text)
  @Injectable fileprivate var summary: Report = Report(InjectedValues.current.reader.pair)
  @Injectable fileprivate var made: Report = Report(InjectedValues.current.maker.make())
}
