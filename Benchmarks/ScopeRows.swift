import Injection

extension Row {
  static var scopes: [Row] {
    let repository: any Repository = opaque(MockRepository())
    return [
      Row("with-value", "enter and leave: bare withValue", in: .scopes) { batch in
        batch.measure {
          TaskLocalClient.$repository.withValue(repository) { sink(1) }
        }
      },
      Row("enter", "enter and leave: 1 override", in: .scopes, over: "with-value") { batch in
        batch.measure {
          withInjected(\.repository, repository) { sink(1) }
        }
      },
    ]
  }
}
