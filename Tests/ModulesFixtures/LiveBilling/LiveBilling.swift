public import BillingInterface
public import Injection
import Synchronization

/// Reads the region while it is built.
public final class LiveBilling: Billing {
  /// How many were built in this process.
  public static var built: Int { count.load(ordering: .relaxed) }
  private static let count = Atomic(0)

  private let region = InjectedValues.current.region

  public init() { Self.count.add(1, ordering: .relaxed) }

  public func charge(_ cents: Int) -> String { "\(cents) in \(region)" }
}

/// What an app calls to have the real one.
public func provideBilling(to values: inout InjectedValues) {
  values.provide(BillingKey.self) { LiveBilling() }
  // Reads what is provided beside it.
  values.provide(LedgerKey.self) { [InjectedValues.current.billing.charge(1)] }
}
