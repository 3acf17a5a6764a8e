import Injection

// Reads while another thread is at work. What it does must not cost this one anything.
//
// Beside a thread that computes, a core may be slower, whatever that computes. So what is measured
// beside a busy thread is compared with the same beside one that does without the library.

extension Row {
  static var neighbors: [Row] {
    let client = opaque(Client())
    return rows("no-scope", "in no scope") { batch in
      batch.measure { client.use() }
    }
      + rows("override", "an override") { batch in
        withInjected(\.repository, anyMock()) { batch.measure { client.use() } }
      }
      + rows("home-none", "at home; no scope is current") { batch in
        let client = makeClient()
        batch.measure { client.use() }
      }
      + rows("home-outside", "at home outside the current scope") { batch in
        withInjected(\.repository, anyMock()) {
          let client = opaque(Client())
          withInjected(\.user, 1) { batch.measure { client.use() } }
        }
      }
      + rows("home-beside", "at home beside the current scope") { batch in
        let client = makeClient()
        withInjected(\.user, 1) { batch.measure { client.use() } }
      }
  }

  private static func makeClient() -> Client {
    withInjected(\.repository, anyMock()) { opaque(Client()) }
  }

  /// A kind of read beside each neighbor.
  private static func rows(
    _ name: String,
    _ about: String,
    run: @escaping (Batch) -> Void
  ) -> [Row] {
    func row(_ neighbor: Neighbor, of other: Neighbor? = nil) -> Row {
      Row(
        "\(neighbor.name)-\(name)",
        "\(about), while \(neighbor.about)",
        atMost: other.map { _ in 1.2 },
        of: other.map { "\($0.name)-\(name)" } ?? "",
        isStrict: true
      ) { batch in
        batch.measure(beside: neighbor, run)
      }
    }
    return [
      row(.quiet),
      row(.build, of: .quiet),
      row(.busy),
      row(.builds, of: .busy),
      row(.transients, of: .busy),
      row(.recording, of: .busy),
    ]
  }
}
