import Injection

// Eight threads at once, compared with eight that use bare task-locals.

extension Row {
  static var threads: [Row] {
    [
      Row("threads-task-local", "eight threads read a bare task-local") { batch in
        batch.measureOnEightThreads { batch in
          Bare.$request.withValue(1) {
            batch.measure { Bare.useRequest() }
          }
        }
      },
      Row("threads-one-home", "read through one home", atMost: 3.3, of: "threads-task-local") {
        batch in
        let client = withInjected(\.request, 1) { opaque(NumberClient()) }
        batch.measureOnEightThreads { batch in
          batch.measure { client.use() }
        }
      },
      Row("threads-with-value", "eight threads enter a withValue and read") { batch in
        batch.measureOnEightThreads { batch in
          batch.measure { Bare.$request.withValue(1) { Bare.useRequest() } }
        }
      },
      Row("threads-scopes", "open a scope and read", atMost: 6.5, of: "threads-with-value") {
        batch in
        let client = opaque(NumberClient())
        batch.measureOnEightThreads { batch in
          batch.measure { withInjected(\.request, 1) { client.use() } }
        }
      },
      Row("threads-beside", "and at one home beside", atMost: 7, of: "threads-scopes") { batch in
        let client = withInjected(\.repository, anyMock()) { opaque(NumberClient()) }
        batch.measureOnEightThreads { batch in
          batch.measure { withInjected(\.request, 1) { client.use() } }
        }
      },
    ]
  }
}
