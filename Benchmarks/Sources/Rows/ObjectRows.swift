import Injection

// Objects with five injected properties, made and dropped.

extension Row {
  static var objects: [Row] {
    let repository: any Repository = opaque(FileRepository())
    return [
      Row("make-stored", "make and drop: 5 stored properties", in: .noScope, .scopes) {
        batch in
        batch.measure { FiveStoredClient.make(repository) }
      },
      Row(
        "make-resolved",
        "make and drop: 5 resolved at init",
        in: .noScope,
        .scopes,
        over: "make-stored"
      ) { batch in
        batch.measure { FiveResolvingClient.make() }
      },
      Row("make", "make and drop: 5 @Injected", in: .noScope, over: "make-stored") { batch in
        batch.measure { FiveClient.make() }
      },
      Row(
        "make-in-scope",
        "make and drop: 5 @Injected, in a scope",
        in: .scopes,
        over: "make-stored"
      ) { batch in
        withInjected(\.repository, repository) {
          batch.measure { FiveClient.make() }
        }
      },
      Row(
        "make-1000-overrides",
        "the same among 1,000 overrides",
        in: .scopes,
        over: "make-in-scope"
      ) { batch in
        withInjected {
          $0.overrideOthers(1000)
        } operation: {
          batch.measure { FiveClient.make() }
        }
      },
      Row("make-1000-deep", "the same 1,000 scopes deep", in: .scopes, over: "make-in-scope") {
        batch in
        nested(1000) {
          batch.measure { FiveClient.make() }
        }
      },
    ]
  }
}
