import Injection

// Values of one key, each of which is built from the one outside: 1,600 of them, each provided in a
// scope of its own. The time is that of one of them, so 300 times a `withValue` is about 20 ms for
// all.

extension Row {
  static var decorators: [Row] {
    [
      row("decorators-inside", "one of 1,600, of which the innermost is read", readsEach: false),
      row("decorators-outside", "the same, each read before the next", readsEach: true),
    ]
  }

  private static func row(_ name: String, _ about: String, readsEach: Bool) -> Row {
    Row(name, about, atMost: 300, of: "with-value", isLong: true) { batch in
      // Fewer first, so that this ends even where the cost of one grows with their number.
      for count in [100, 200, 400, 800, 1600] {
        let start = Clock.process.now
        let values = decorate(count, readsEach: readsEach)
        let value = values[TextKey.self]
        let time = Clock.process.now - start
        batch.nanoseconds = time / Double(count)
        if value != count { batch.problem = "\(count) decorators make \(value)" }
        if time > 100e6, count < 1600 { batch.problem = "\(count) take \(Int(time / 1e6)) ms" }
        if batch.problem != nil { return }
      }
    }
  }

  private static func decorate(_ count: Int, readsEach: Bool) -> InjectedValues {
    var values = InjectedValues.current
    for _ in 0..<count {
      let outer = values
      values = outer.overriding {
        $0.provide(TextKey.self) { outer[TextKey.self] + 1 }
      }
      if readsEach { sink(values[TextKey.self]) }
    }
    return values
  }
}

private enum TextKey: InjectionKey {
  static var defaultValue: Int { 0 }
}
