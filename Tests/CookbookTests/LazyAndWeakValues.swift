import Injection
import InjectionMacros
import InjectionTesting
import Testing

final class Exporter {
  @Injected(\.codec) private var codec
  private(set) lazy var stamp = Stamp()

  func export(_ text: String) -> String { codec.encode(text) }
}

struct Stamp {
  @Injected(\.codecName) var name
}

final class Codec: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
  func encode(_ text: String) -> String { "\(name)(\(text))" }
}

extension InjectedValues {
  @Injectable var codecName = "zip"
  @Injectable(lifetime: .shared) var codec: Codec =
    Codec(InjectedValues[\.codecName])
}

struct BatchExport: Sendable {
  let makeCodec: @Sendable () -> Codec

  func export(_ texts: [String]) -> [String] {
    texts.isEmpty ? [] : texts.map(makeCodec().encode)
  }
}

@Suite(.injected()) struct LazyAndWeakValues {
  @Test func `an injected property builds nothing before it is read`() {
    let exporter = Exporter()
    withInjected(\.codecName, "gzip") {
      #expect(exporter.export("a") == "gzip(a)")
    }
    #expect(exporter.export("a") == "zip(a)")
  }

  @Test func `an object that is made lazily is at home where it is first used`() {
    let exporter = Exporter()
    let name = withInjected(\.codecName, "gzip") { exporter.stamp.name }
    #expect(name == "gzip")
    #expect(exporter.stamp.name == "gzip")
  }

  @Test func `a weak value goes with its last user`() {
    var codec: Codec? = InjectedValues[\.codec]
    weak let held = codec
    #expect(InjectedValues[\.codec] === codec)
    codec = nil
    #expect(held == nil)
  }

  @Test func `a provider is a function that reads when it is called`() {
    let export = BatchExport(makeCodec: { InjectedValues[\.codec] })
    #expect(export.export([]) == [])
    withInjected(\.codecName, "gzip") { #expect(export.export(["a"]) == ["gzip(a)"]) }
  }
}
