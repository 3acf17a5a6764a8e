// Keys whose values differ in their types. `TestSupport` has keys for other tests.

import Injection
import InjectionInspection
import InjectionMacros

protocol Repository: Sendable {}
struct FileRepository: Repository {}
struct MockRepository: Repository {}

protocol Logger: Sendable {}
struct ConsoleLogger: Logger {}
struct QuietLogger: Logger {}

protocol UserService: Sendable {}
struct LiveUserService: UserService {
  let repository = InjectedValues.current.repository
  let logger = InjectedValues.current.logger
}

/// Reads the repository while it is made, and the logger later.
final class LateService: Sendable {
  let repository = InjectedValues.current.repository
  let logger = Injected(\.logger)
}

extension InjectedValues {
  @Injectable var repository: any Repository = FileRepository()
  @Injectable var logger: any Logger = ConsoleLogger()
  @Injectable var userService: any UserService = LiveUserService()
  @Injectable var lateService: LateService = LateService()
  @Injectable(lifetime: .singleton) var singletonService: any UserService = LiveUserService()
  @Injectable(lifetime: .transient) var transientService: any UserService = LiveUserService()
  @Injectable var overTransient: any UserService = InjectedValues.current.transientService
}

// MARK: - A lifetime by another key

struct History: Sendable {}

// A macro's arguments see no key that a macro makes, but through another name.
enum Keys { typealias User = InjectedValues.userKey }

extension InjectedValues {
  @Injectable var user: String = "nobody"
  @Injectable(lifetime: .scoped(by: Keys.User.self)) var history: History = History()
  @Injectable(lifetime: .scoped(by: Keys.User.self))
  var greeting: String = "Hello, \(InjectedValues.current.user)"
}

// MARK: - What a graph has

extension InjectionGraph {
  /// The edges as text: reader, kind and read key.
  var edgeTexts: [String] { edges.map { "\($0.reader) \($0.kind) \($0.read)" } }
}
