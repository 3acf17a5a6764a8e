import Injection

// What the rows inject, declared as a user would.

protocol Repository: Sendable {
  var number: Int { get }
}

final class FileRepository: Repository {
  let number = 1
}

final class MockRepository: Repository {
  let number = 2
}

extension InjectedValues {
  private enum RepositoryKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
  }
  var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }

  /// Overridden where a row needs a scope but not another repository.
  private enum OtherKey: InjectionKey {
    static var defaultValue: Int { 0 }
  }
  var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
}

/// A key that is used by its type, without a property.
enum TypeKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository() }
}
