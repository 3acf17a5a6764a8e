import Injection

// The same reads among more overrides, deeper and with more keys. The baseline is the same read at
// one, so a ratio of 1 says that the cost does not grow.

extension Row {
  static var growth: [Row] {
    [10, 100, 1000].flatMap { atOverrides($0) + atDepth($0) } + withTenThousandKeys
  }

  private static func atOverrides(_ count: Int) -> [Row] {
    let client = opaque(Client())
    var rows = [
      Row("override-\(count)-overrides", "override among \(count)", in: .scopes, over: "override") {
        batch in
        withInjected {
          $0.overrideOthers(count - 1)
          $0.repository = anyMock()
        } operation: {
          batch.measure { client.use() }
        }
      }
    ]
    guard count == 1000 else { return rows }
    rows += [
      Row(
        "default-\(count)-overrides",
        "outer default among \(count) overrides",
        in: .scopes,
        over: "outer-default"
      ) {
        batch in
        withInjected {
          $0.overrideOthers(count)
        } operation: {
          batch.measure { client.use() }
        }
      },
      Row("home-\(count)-overrides", "home of \(count) overrides", in: .scopes, over: "home") {
        batch in
        let client = withInjected {
          $0.overrideOthers(count - 1)
          $0.repository = anyMock()
        } operation: {
          opaque(Client())
        }
        batch.measure { client.use() }
      },
    ]
    return rows
  }

  private static func atDepth(_ depth: Int) -> [Row] {
    let client = opaque(Client())
    var rows = [
      Row(
        "override-\(depth)-deep",
        "override \(depth) scopes further out",
        in: .scopes,
        over: "override"
      ) { batch in
        withInjected(\.repository, anyMock()) {
          nested(depth - 1) { batch.measure { client.use() } }
        }
      }
    ]
    guard depth == 1000 else { return rows }
    rows += [
      Row(
        "default-\(depth)-deep",
        "outer default, \(depth) scopes deep",
        in: .scopes,
        over: "outer-default"
      ) { batch in
        nested(depth) { batch.measure { client.use() } }
      },
      Row("home-\(depth)-deep", "home \(depth) scopes deep", in: .scopes, over: "home") { batch in
        let client = withInjected(\.repository, anyMock()) {
          nested(depth - 1) { opaque(Client()) }
        }
        batch.measure { client.use() }
      },
    ]
    return rows
  }

  private static var withTenThousandKeys: [Row] {
    let client = opaque(Client())
    // Made at the first use, when scopes may be opened, and entered again each time.
    let overridden = Lazily {
      withInjected(\.repository, anyMock()) { ValuesOfTenThousandKeys() }
    }
    let inherited = Lazily {
      withInjected(\.request, 1) { ValuesOfTenThousandKeys() }
    }
    return [
      Row("override-10000-keys", "override, 10,000 keys known", in: .scopes, over: "override") {
        batch in
        withInjected(overridden.value.values) { batch.measure { client.use() } }
      },
      Row(
        "default-10000-keys",
        "outer default, 10,000 keys known",
        in: .scopes,
        over: "outer-default"
      ) { batch in
        withInjected(inherited.value.values) { batch.measure { client.use() } }
      },
      Row("home-10000-keys", "home that knows 10,000 keys", in: .scopes, over: "home") { batch in
        let client = overridden.value.client
        batch.measure { client.use() }
      },
    ]
  }

  /// Runs `operation` in this many scopes.
  static func nested<Result>(_ depth: Int, _ operation: () -> Result) -> Result {
    if depth == 0 { return operation() }
    return withInjected(\.request, depth) { nested(depth - 1, operation) }
  }
}

private final class ValuesOfTenThousandKeys {
  let values = InjectedValues.current
  let client = opaque(Client())

  init() { values.readTenThousandOthers() }
}

/// A value that is made when it is first needed.
final class Lazily<Value> {
  private(set) lazy var value = make()
  private let make: () -> Value

  init(_ make: @escaping () -> Value) { self.make = make }
}
