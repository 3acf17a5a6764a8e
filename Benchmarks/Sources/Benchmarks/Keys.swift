import Injection

// The values of the rows, declared as in a user's code.

protocol Repository: Sendable {
  var number: Int { get }
}

final class FileRepository: Repository {
  let number = 1
}

final class MockRepository: Repository {
  let number = 2
}

/// A mock whose class the optimizer doesn't know, so that it doesn't specialize a setter for it.
func anyMock() -> any Repository { opaque(MockRepository() as any Repository) }

/// The values of a request.
final class Session: Sendable {
  let request: Int

  init(request: Int) { self.request = request }
}

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

  private enum WeakKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
    static let lifetime = InjectionLifetime.weak
  }
  var weakRepository: any Repository { self[WeakKey.self] }

  /// A value to override in a row that needs a scope, but not another repository.
  private enum RequestKey: InjectionKey {
    static var defaultValue: Int { 0 }
  }
  var request: Int {
    get { self[RequestKey.self] }
    set { self[RequestKey.self] = newValue }
  }

  private enum UserKey: InjectionKey {
    static var defaultValue: Int { 0 }
  }
  var user: Int {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }

  private enum SessionKey: InjectionKey {
    static var defaultValue: Session { Session(request: InjectedValues.current.request) }
  }
  var session: Session { self[SessionKey.self] }

  private enum TransientKey: InjectionKey {
    static var defaultValue: Int { 1 }
    static let lifetime = InjectionLifetime.transient
  }
  var transient: Int { self[TransientKey.self] }

  /// Clients that a default makes: one for the process, and one for each request.
  private enum ClientKey: InjectionKey {
    static var defaultValue: Client { Client() }
  }
  var client: Client { self[ClientKey.self] }

  private enum RequestClientKey: InjectionKey {
    static var defaultValue: Client { Client() }
    static var lifetime: InjectionLifetime { .scoped(by: RequestKey.self) }
  }
  var requestClient: Client { self[RequestClientKey.self] }

  private enum BothKey: InjectionKey {
    static var defaultValue: Session {
      Session(request: InjectedValues.current.request + InjectedValues.current.user)
    }
  }
  var both: Session { self[BothKey.self] }

  private enum LateClientKey: InjectionKey {
    static var defaultValue: LateClient { LateClient() }
    static var lifetime: InjectionLifetime { .scoped(by: RequestKey.self) }
  }
  var lateClient: LateClient { self[LateClientKey.self] }
}

// MARK: - Many keys

private protocol NumberedKey: InjectionKey where Value == Int {}

private enum FirstKey: NumberedKey {
  static var defaultValue: Int { 1 }
}

private enum NextKey<Key: NumberedKey>: NumberedKey {
  static var defaultValue: Int { 1 }
}

extension InjectedValues {
  /// Overrides this many keys that no client reads.
  mutating func overrideOthers(_ count: Int) { override(FirstKey.self, andNext: count - 1) }

  /// A distinct type for each number.
  private mutating func override<Key: NumberedKey>(_ key: Key.Type, andNext count: Int) {
    self[key] = 2
    if count > 0 { override(NextKey<Key>.self, andNext: count - 1) }
  }
}
