// The cheapest reads of the language.

extension Row {
  static var baselines: [Row] {
    let repository = anyMock()
    return [
      Row("task-local", "read a bare task-local") { batch in
        Bare.$repository.withValue(repository) {
          batch.measure { Bare.use() }
        }
      },
      Row("with-value", "enter and leave a bare withValue") { batch in
        batch.measure { enter(repository) }
      },
      Row("with-value-async", "the same, asynchronous") { batch in
        await batch.measureAsync { await enterAsync(repository) }
      },
      Row("task", "await Task {}.value") { batch in
        await batch.measureAsync { await Task {}.value }
      },
    ]
  }

  @inline(never)
  private static func enter(_ repository: any Repository) {
    Bare.$repository.withValue(repository) { sink(1) }
  }

  @inline(never)
  private static func enterAsync(_ repository: any Repository) async {
    await Bare.$repository.withValue(repository) { await sinkAsync() }
  }

  @inline(never)
  static func sinkAsync() async { sink(1) }
}
