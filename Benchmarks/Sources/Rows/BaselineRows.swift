extension Row {
  static var baselines: [Row] {
    let stored = opaque(StoredClient(opaque(FileRepository())))
    let singleton = opaque(StaticClient())
    let taskLocal = opaque(TaskLocalClient())
    return [
      Row("loop", "the loop and the sink alone", in: .noScope, .scopes) { batch in
        batch.measure { sink(1) }
      },
      Row("stored", "read a stored property", in: .noScope, .scopes, over: "task-local") { batch in
        batch.measure { stored.use() }
      },
      Row("static-let", "read a static let", in: .noScope, .scopes, over: "task-local") { batch in
        batch.measure { singleton.use() }
      },
      Row("task-local", "read a bare task-local, not bound", in: .noScope, .manyKeys, .scopes) {
        batch in
        batch.measure { taskLocal.use() }
      },
      Row("task-local-bound", "read a bare task-local, bound", in: .scopes, over: "task-local") {
        batch in
        TaskLocalClient.$repository.withValue(anyMock()) {
          batch.measure { taskLocal.use() }
        }
      },
    ]
  }

  static var designs: [Row] {
    let keyPath = opaque(KeyPathDesign.Client())
    let locked = opaque(LockedContainer.Client())
    let merged = opaque(MergedDesign.Client())
    let resolved = opaque(ResolvingClient())
    return [
      Row(
        "design-keypath",
        "read a mutable static through a stored key path",
        in: .noScope,
        .scopes,
        over: "task-local"
      ) { batch in
        batch.measure { keyPath.use() }
      },
      Row(
        "design-locked",
        "read a dictionary behind a recursive lock",
        in: .noScope,
        .scopes,
        over: "task-local"
      ) { batch in
        batch.measure { locked.use() }
      },
      Row(
        "design-merged",
        "merge two dictionaries, push, read: both empty",
        in: .noScope,
        over: "task-local"
      ) { batch in
        batch.measure { merged.use() }
      },
      Row(
        "design-merged-override",
        "merge two dictionaries, push, read: 0 and 1 overrides",
        in: .scopes,
        over: "task-local"
      ) { batch in
        MergedDesign.withRepository(anyMock()) {
          batch.measure { merged.use() }
        }
      },
      Row(
        "design-merged-home",
        "merge two dictionaries, push, read: 1 and 1",
        in: .scopes,
        over: "task-local"
      ) { batch in
        MergedDesign.withRepository(anyMock()) {
          let merged = opaque(MergedDesign.Client())
          batch.measure { merged.use() }
        }
      },
      Row(
        "design-merged-home-10",
        "merge two dictionaries, push, read: 10 and 10",
        in: .scopes,
        over: "task-local"
      ) { batch in
        MergedDesign.withRepository(anyMock(), others: 9) {
          let merged = opaque(MergedDesign.Client())
          batch.measure { merged.use() }
        }
      },
      Row(
        "design-resolved",
        "read what was resolved at init",
        in: .noScope,
        .scopes,
        over: "task-local"
      ) { batch in
        batch.measure { resolved.use() }
      },
    ]
  }
}
