public import Injection

public protocol Payments: Sendable {
  func pay(_ cents: Int) -> String
}

public struct NoPayments: Payments {
  public init() {}
  public func pay(_ cents: Int) -> String { "not paid" }
}

public enum PaymentsKey: InjectionKey {
  public static var defaultValue: any Payments { unimplemented(NoPayments()) }
}

extension InjectedValues {
  public var payments: any Payments {
    get { self[PaymentsKey.self] }
    set { self[PaymentsKey.self] = newValue }
  }
}
