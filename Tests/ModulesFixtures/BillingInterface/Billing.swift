public import Injection

// What an app's modules know of billing. Which one there is, the app says: see LiveBilling.

public protocol Billing: Sendable {
  func charge(_ cents: Int) -> String
}

/// What goes on where nobody said.
public struct NoBilling: Billing {
  public init() {}
  public func charge(_ cents: Int) -> String { "nobody" }
}

public enum BillingKey: InjectionKey {
  public static var defaultValue: any Billing { unimplemented(NoBilling()) }
}

public enum LedgerKey: InjectionKey {
  public static var defaultValue: [String] { unimplemented([]) }
}

public enum RegionKey: InjectionKey {
  public static var defaultValue: String { "eu" }
  public static var testValue: String { "eu" }
}

extension InjectedValues {
  public var billing: any Billing {
    get { self[BillingKey.self] }
    set { self[BillingKey.self] = newValue }
  }

  public var ledger: [String] {
    get { self[LedgerKey.self] }
    set { self[LedgerKey.self] = newValue }
  }

  public var region: String {
    get { self[RegionKey.self] }
    set { self[RegionKey.self] = newValue }
  }
}
