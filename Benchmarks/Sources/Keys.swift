import Injection
import InjectionMacros

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

/// A mock whose class the optimizer does not know. Where it does, it makes a variant of the
/// property's setter for that class, and all who override with `any Repository` pay for one copy
/// more: the ratio of "enter-closure" was 3.0 then, instead of 2.5.
func anyMock() -> any Repository { opaque(MockRepository() as any Repository) }

extension InjectedValues {
  private enum RepositoryKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
  }
  var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }

  private enum ArchiveKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
  }
  var archive: any Repository {
    get { self[ArchiveKey.self] }
    set { self[ArchiveKey.self] = newValue }
  }

  private enum CacheKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
  }
  var cache: any Repository {
    get { self[CacheKey.self] }
    set { self[CacheKey.self] = newValue }
  }

  private enum LogKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
  }
  var log: any Repository {
    get { self[LogKey.self] }
    set { self[LogKey.self] = newValue }
  }

  private enum MailKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
  }
  var mail: any Repository {
    get { self[MailKey.self] }
    set { self[MailKey.self] = newValue }
  }

  /// Overridden where a row needs a scope, but not another repository.
  private enum RequestKey: InjectionKey {
    static var defaultValue: Int { 0 }
  }
  var request: Int {
    get { self[RequestKey.self] }
    set { self[RequestKey.self] = newValue }
  }
}

/// A key that a macro declares. It costs what a key costs that is written out.
extension InjectedValues {
  @Injectable var shortRepository: any Repository = FileRepository()
}

/// A key that is used by its type, without a property.
enum RepositoryTypeKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository() }
}

// MARK: - Built from the request

/// What a request has of its own: built in each scope that overrides the request.
final class Session: Sendable {
  let request: Int

  init(request: Int) { self.request = request }
}

extension InjectedValues {
  private enum SessionKey: InjectionKey {
    static var defaultValue: Session { Session(request: InjectedValues.current.request) }
  }
  var session: Session { self[SessionKey.self] }

  private enum BasketKey: InjectionKey {
    static var defaultValue: Session { Session(request: InjectedValues.current.request) }
  }
  var basket: Session { self[BasketKey.self] }

  private enum AccountKey: InjectionKey {
    static var defaultValue: Session { Session(request: InjectedValues.current.request) }
  }
  var account: Session { self[AccountKey.self] }
}
