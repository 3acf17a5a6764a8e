import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

protocol TextReading: Sendable {
  func text(at path: String) -> String?
}

protocol TextWriting: Sendable {
  func write(_ text: String, to path: String)
}

typealias TextStore = TextReading & TextWriting

extension TextReading {
  func lines(at path: String) -> [Substring] {
    (text(at: path) ?? "").split(separator: "\n")
  }
}

extension InjectedValues {
  @Injectable var texts: any TextStore = DiskTexts()
}

struct WordCount {
  @Injected({ $0.texts }) var texts: any TextReading

  func words(at path: String) -> Int {
    texts.lines(at: path).map { $0.split(separator: " ").count }.reduce(0, +)
  }
}

struct Weather: Sendable {
  var temperature: @Sendable (_ city: String) async throws -> Double
}

extension InjectedValues {
  @Injectable var weather: Weather = Weather { _ in throw CancellationError() }
}

struct DiskTexts: TextStore {
  func text(at path: String) -> String? { nil }
  func write(_ text: String, to path: String) {}
}

final class MemoryTexts: TextStore {
  private let texts = Mutex<[String: String]>([:])

  func text(at path: String) -> String? { texts.withLock { $0[path] } }
  func write(_ text: String, to path: String) { texts.withLock { $0[path] = text } }
}

@Suite(.injected()) struct Protocols {
  @Test func `what an extension of the protocol adds works for each implementation`() {
    let texts = MemoryTexts()
    texts.write("one two\nthree", to: "a")
    withInjected(\.texts, texts) {
      #expect(WordCount().words(at: "a") == 3)
    }
    #expect(WordCount().words(at: "a") == 0)
  }

  @Test func `one function of a struct of functions is replaced`() async throws {
    try await withInjected {
      $0.weather.temperature = { _ in 21 }
    } operation: {
      let temperature = try await InjectedValues[\.weather].temperature("Oslo")
      #expect(temperature == 21)
    }
    await #expect(throws: CancellationError.self) {
      try await InjectedValues[\.weather].temperature("Oslo")
    }
  }
}
