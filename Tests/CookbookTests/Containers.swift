import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

extension InjectedValues {
  private enum TicketOfficeKey: InjectionKey {
    static var defaultValue: TicketOffice {
      TicketOffice(counter: InjectedValues[\.counter])
    }
  }
  var ticketOffice: TicketOffice {
    get { self[TicketOfficeKey.self] }
    set { self[TicketOfficeKey.self] = newValue }
  }

  @Injectable var counter: Counter = Counter()
}

final class TicketOffice: Sendable {
  let counter: Counter
  init(counter: Counter) { self.counter = counter }
  func next() -> Int { counter.next() }
}

final class Counter: Sendable {
  private let count = Mutex(0)
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

@Suite(.injected()) struct Containers {
  @Test func `a value is built at its first read, once`() {
    #expect(InjectedValues[\.ticketOffice].next() == 1)
    #expect(InjectedValues[\.ticketOffice].next() == 2)
  }

  @Test func `the value itself is replaced through its property`() {
    let other = TicketOffice(counter: Counter())
    withInjected(\.ticketOffice, other) { #expect(InjectedValues[\.ticketOffice] === other) }
  }

  @Test func `what stands on a replaced value is built anew, and the rest is shared`() {
    let office = InjectedValues[\.ticketOffice]
    withInjected(\.counter, Counter()) {
      #expect(InjectedValues[\.ticketOffice] !== office)
      #expect(InjectedValues[\.ticketOffice].next() == 1)
    }
    #expect(InjectedValues[\.ticketOffice] === office)
  }
}
