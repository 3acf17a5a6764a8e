import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The values without any override.
struct ContextTests {
  @Test(arguments: [InjectionContext.live, .preview])
  func `live and in previews, the values are the system's`(context: InjectionContext) async {
    await #expect(processExitsWith: .success) { [context] in
      // Safe: no other code of this process reads it.
      unsafe setenv("INJECTION_CONTEXT", context.rawValue, 1)
      let values = InjectedValues.current
      precondition(values.context == context)
      let before = Date()
      precondition((before...Date.distantFuture).contains(values.date.now))
      precondition(values.date.now.timeIntervalSince(before) < 60 && values.uuid() != values.uuid())
      precondition(values.continuousClock is ContinuousClock)
      precondition(values.suspendingClock is SuspendingClock)
      let numbers = (0..<9).map { _ in values.withRandomNumberGenerator { $0.next() } }
      precondition(Set(numbers).count == 9 && values.calendar == .autoupdatingCurrent)
      precondition(values.locale == .autoupdatingCurrent && values.timeZone == .autoupdatingCurrent)
      precondition(values.urlSession === URLSession.shared)
      precondition(values.environmentVariables["PATH"] != nil)
      precondition(values.environmentVariables == .process)
      let folder = values.temporaryDirectory.url
      precondition(folder == FileManager.default.temporaryDirectory)
      // Also the system's calendar gets what is injected.
      let tokyo = TimeZone(identifier: "Asia/Tokyo")!
      withInjected(\.timeZone, tokyo) {
        precondition(InjectedValues.current.calendar.timeZone == tokyo)
        precondition(InjectedValues.current.calendar != .autoupdatingCurrent)
      }
      withInjected(\.locale, Locale(identifier: "de_DE")) {
        precondition(InjectedValues.current.calendar.locale == Locale(identifier: "de_DE"))
      }
      precondition(InjectedValues.current.calendar == .autoupdatingCurrent)
    }
  }

  @Test func `in a test, a value that must be overridden fails it`() async {
    let issues = Shared<[String]>([])
    let option = TestScopeOptions.onIssue { issue in issues.update { $0.append("\(issue)") } }
    await withTestScope(options: option) {
      let values = InjectedValues.current
      #expect(values.date.now == Date(timeIntervalSinceReferenceDate: 0))
      #expect(values.uuid().uuidString == "00000000-0000-0000-0000-000000000000")
      #expect(values.continuousClock is ImmediateClock)
      #expect(values.suspendingClock is ImmediateClock)
      #expect(values.withRandomNumberGenerator { $0.next() } == 0xE220_A839_7B1D_CDAF)
      let session = values.urlSession
      let error = await #expect(throws: URLError.self) {
        try await session.data(from: URL(string: "https://a.example/b")!)
      }
      #expect(error?.localizedDescription.contains("https://a.example/b") == true)
      // None of these is an issue.
      _ = (values.calendar, values.locale, values.timeZone)
      _ = values.temporaryDirectory
      #expect(values.environmentVariables.names.isEmpty)
    }
    let properties = [
      "date", "uuid", "continuousClock", "suspendingClock", "withRandomNumberGenerator",
      "urlSession",
    ]
    #expect(issues.value.count == properties.count)
    for (property, issue) in zip(properties, issues.value) {
      #expect(issue.hasPrefix("A value without an implementation was read."))
      #expect(issue.contains("\\.\(property)\n"))
    }
  }
}
