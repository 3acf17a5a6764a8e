import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import Testing

private struct Receipt {
  @Injected(\.date.now) var now
  @Injected(\.uuid) var uuid

  func text() -> String { "\(uuid()), \(now.timeIntervalSince1970) s" }
}

@Suite struct InjectionEssentialsPage {
  @Test(
    .injected {
      $0.date = .constant(Date(timeIntervalSince1970: 60))
      $0.uuid = .incrementing
    }
  )
  func `a receipt has a number and a time`() {
    #expect(Receipt().text() == "00000000-0000-0000-0000-000000000001, 60.0 s")
  }
}
