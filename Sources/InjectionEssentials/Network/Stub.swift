import Foundation
import Injection

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The closure of a stub session, and the session's protocol class.
///
/// A session passes a request to its protocol class, but not itself; on Linux the class doesn't
/// even see the session's configuration. So each live session has its own class.
///
/// The session holds this object as its delegate until the session ends. Then another session can
/// use the class.
final class Stub: NSObject, URLSessionDelegate, Sendable {
  typealias Answer = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)?

  let answer: Answer
  private let protocolClass: URLProtocol.Type

  private init(_ answer: @escaping Answer) {
    self.answer = answer
    self.protocolClass = Stub.classes.withLock { $0.take() }
    super.init()
    Stub.classes.withLock { $0.users[ObjectIdentifier(protocolClass)] = User(stub: self) }
  }

  deinit {
    Stub.classes.withLock { $0.giveBack(protocolClass) }
  }

  /// Creates a session that asks a closure.
  static func session(_ answer: @escaping Answer) -> URLSession {
    let stub = Stub(answer)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [stub.protocolClass]
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    // A week: a stub may wait for a clock that a test moves, and real time must not interfere.
    configuration.timeoutIntervalForRequest = 604_800
    return URLSession(configuration: configuration, delegate: stub, delegateQueue: nil)
  }

  /// The stub of the live session that has this class.
  static func user(of protocolClass: URLProtocol.Type) -> Stub? {
    classes.withLock { $0.users[ObjectIdentifier(protocolClass)]?.stub }
  }
}

// MARK: - Classes

extension Stub {
  private static let classes = Lock(Classes())

  private struct User {
    // Weak, since the session holds it.
    weak let stub: Stub?
  }

  /// The protocol classes, as many as there have been stub sessions at the same time.
  private struct Classes {
    var users: [ObjectIdentifier: User] = [:]
    private var free: [URLProtocol.Type] = []
    private var count = 0

    mutating func take() -> URLProtocol.Type {
      if let protocolClass = free.popLast() { return protocolClass }
      count += 1
      return StubNumbers.number(count).protocolClass
    }

    mutating func giveBack(_ protocolClass: URLProtocol.Type) {
      users[ObjectIdentifier(protocolClass)] = nil
      free.append(protocolClass)
    }
  }
}

/// A number as a type, so that the runtime makes a class of `StubProtocol` for each.
protocol StubNumber: SendableMetatype {}

extension StubNumber {
  fileprivate static var protocolClass: URLProtocol.Type { StubProtocol<Self>.self }
}

/// Binary numbers as types, which nest as deep as the number has digits.
private enum StubNumbers {
  enum Zero: StubNumber {}
  enum Even<Half: StubNumber>: StubNumber {}
  enum Odd<Half: StubNumber>: StubNumber {}

  static func number(_ value: Int) -> any StubNumber.Type {
    value == 0 ? Zero.self : double(number(value / 2), plusOne: value % 2 == 1)
  }

  private static func double<Half: StubNumber>(
    _: Half.Type,
    plusOne: Bool
  ) -> any StubNumber.Type {
    plusOne ? Odd<Half>.self : Even<Half>.self
  }
}
