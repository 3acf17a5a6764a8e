import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

// What stands for the other library.
struct Container {
  static let shared = Container()
  func invoiceStore() -> InvoiceStore { InvoiceStore(name: "old") }
}

final class InvoiceStore: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

extension InjectedValues {
  @Injectable var invoiceStore: InvoiceStore = Container.shared.invoiceStore()
}

extension InjectedValues {
  @Injectable var billPrinter: BillPrinter = BillPrinter()
  @Injectable(lifetime: .transient) var bill: Bill = Bill()
  @Injectable(lifetime: .shared) var scanner: Scanner = Scanner()
  @Injectable var makeBill: @Sendable (_ number: Int) -> Bill = { Bill(number: $0) }
}

final class BillPrinter: Sendable {}
final class Scanner: Sendable {}
final class Bill: Sendable {
  let number: Int
  init(number: Int = 0) { self.number = number }
}

final class BillController {
  @Injected(\.billPrinter) private var printer
  private let first = InjectedValues[\.billPrinter]

  func isSame() -> Bool { printer === first }
}

@Suite(.injected()) struct Factory {
  @Test func `a key may have the other container's value`() {
    #expect(InjectedValues[\.invoiceStore].name == "old")
    withInjected(\.invoiceStore, InvoiceStore(name: "mock")) {
      #expect(InjectedValues[\.invoiceStore].name == "mock")
    }
  }

  @Test func `an injected property reads at each access, a constant when the object is made`() {
    let controller = BillController()
    #expect(controller.isSame())
    withInjected(\.billPrinter, BillPrinter()) { #expect(!controller.isSame()) }
  }

  @Test func `lifetimes are those of the key`() {
    #expect(InjectedValues[\.billPrinter] === InjectedValues[\.billPrinter])
    #expect(InjectedValues[\.bill] !== InjectedValues[\.bill])
    #expect(InjectedValues[\.makeBill](7).number == 7)
    var scanner: Scanner? = InjectedValues[\.scanner]
    weak let held = scanner
    #expect(InjectedValues[\.scanner] === scanner)
    scanner = nil
    #expect(held == nil)
  }

  @Test func `nothing is registered that must be reset`() {
    withInjected(\.billPrinter, BillPrinter()) {}
    #expect(InjectedValues[\.billPrinter] === InjectedValues[\.billPrinter])
  }
}
