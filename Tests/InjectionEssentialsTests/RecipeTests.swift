import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The samples of the documentation, each word for word, so that they do what they say.

@Suite struct RecipeTests {
  @Test func `a response`() async throws {
    let session = URLSession.stub { request in
      (Data("{}".utf8), .stub(for: request, headers: ["Content-Type": "application/json"]))
    }
    let response = try await session.data(from: URL(string: "https://a.example")!).1
    #expect(response.mimeType == "application/json")
  }

  @Test func `an immediate clock`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3_600))
    #expect(clock.now == ImmediateClock.Instant(offset: .seconds(3_600)))
  }

  struct Greeting {
    @Injected(\.calendar) var calendar
    @Injected(\.date.now) var now
    func text() -> String {
      calendar.component(.hour, from: now) < 12 ? "Good morning" : "Good day"
    }
  }

  @Test(.injected(\.date, .constant(Date(timeIntervalSince1970: 0))))
  func `the greeting depends on the time of day`() {
    #expect(Greeting().text() == "Good morning")
    withInjected(\.timeZone, TimeZone(identifier: "America/Los_Angeles")!) {
      #expect(Greeting().text() == "Good day")
    }
  }

  actor Search {
    @Injected(\.continuousClock) var clock
    private(set) var searches: [String] = []
    private var pending: Task<Void, any Error>?

    /// Searches once nothing was typed for 300 milliseconds.
    func type(_ text: String) {
      pending?.cancel()
      pending = Task {
        try await clock.sleep(for: .milliseconds(300))
        searches.append(text)
      }
    }
  }

  @Test func `typing on puts the search off`() async {
    let clock = TestClock()
    await withTestScope {
      $0.continuousClock = clock
    } operation: {
      let search = Search()
      await search.type("te")
      await clock.advance(by: .milliseconds(200))
      await search.type("tea")
      await clock.advance(by: .milliseconds(299))
      #expect(await search.searches == [])
      await clock.advance(by: .milliseconds(1))
      #expect(await search.searches == ["tea"])
    }
  }

  struct Receipt {
    @Injected(\.date) var date
    func line() -> String { "Printed \(date.now.formatted(.iso8601))" }
  }

  @Test(.injected(\.date, .constant(Date(timeIntervalSince1970: 0))))
  func `a receipt says when it was printed`() {
    #expect(Receipt().line() == "Printed 1970-01-01T00:00:00Z")
  }

  struct Server {
    @Injected(\.environmentVariables["PORT"]) var port
    func address() -> String { "localhost:\(port ?? "8080")" }
  }

  @Test func `the port can be chosen`() {
    #expect(Server().address() == "localhost:8080")
    withInjected(\.environmentVariables, ["PORT": "80"]) {
      #expect(Server().address() == "localhost:80")
    }
  }

  struct PriceTag {
    @Injected(\.locale) var locale
    func text(_ price: Double) -> String {
      price.formatted(.number.precision(.fractionLength(2)).locale(locale))
    }
  }

  @Test(.injected(\.locale, Locale(identifier: "de_DE")))
  func `a price has a comma in Germany`() {
    #expect(PriceTag().text(14.5) == "14,50")
  }

  struct Dice {
    @Injected(\.withRandomNumberGenerator) var withRandomNumberGenerator
    func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
  }

  @Test func `the same seed rolls the same`() {
    let rolls = (1...2).map { _ in
      withTestScope {
        $0.withRandomNumberGenerator = .seeded(7)
      } operation: {
        (1...100).map { _ in Dice().roll() }
      }
    }
    #expect(rolls[0] == rolls[1])
    #expect(Set(rolls[0]) == [1, 2, 3, 4, 5, 6])
  }

  @Test func `a seeded generator`() async throws {
    var generator = SeededRandomNumberGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
  }

  struct Splash {
    @Injected(\.suspendingClock) var clock
    func show() async throws -> [String] {
      try await clock.sleep(for: .seconds(2))
      return ["logo", "menu"]
    }
  }

  @Test(.injected(\.suspendingClock, ImmediateClock()))
  func `the menu comes after the logo`() async throws {
    #expect(try await Splash().show() == ["logo", "menu"])
  }

  struct Export {
    @Injected(\.temporaryDirectory) var directory
    func write(_ text: String) throws -> URL {
      let file = directory.url.appending(path: "export.csv")
      try Data(text.utf8).write(to: file)
      return file
    }
  }

  @Test func `each test exports into a folder of its own`() throws {
    let file = try withTestScope { try Export().write("a;b") }
    #expect(!FileManager.default.fileExists(atPath: file.path()))
  }

  struct Timetable {
    @Injected(\.timeZone) var timeZone
    func line(_ departure: Date) -> String {
      departure.formatted(Date.ISO8601FormatStyle(timeZone: timeZone))
    }
  }

  @Test func `a departure is shown in local time`() {
    let departure = Date(timeIntervalSince1970: 0)
    withInjected(\.timeZone, TimeZone(identifier: "Asia/Tokyo")!) {
      #expect(Timetable().line(departure) == "1970-01-01T09:00:00+0900")
    }
  }

  struct Weather {
    @Injected(\.urlSession) var session
    func forecast(for city: String) async throws -> String {
      let url = URL(string: "https://weather.example/\(city)")!
      return String(decoding: try await session.data(from: url).0, as: UTF8.self)
    }
  }

  @Test func `the forecast is the server's answer`() async throws {
    try await withTestScope {
      $0.urlSession = .stub { request in
        guard request.url?.path() == "/Oslo" else { return nil }
        return (Data("snow".utf8), .stub(for: request))
      }
    } operation: {
      let forecast = try await Weather().forecast(for: "Oslo")
      #expect(forecast == "snow")
      await #expect(throws: URLError.self) { try await Weather().forecast(for: "Rome") }
    }
  }

  struct Till {
    @Injected(\.uuid) var uuid
    func order() -> String { "Order \(uuid())" }
  }

  @Test(.injected(\.uuid, .incrementing))
  func `each order has an identifier of its own`() {
    let till = Till()
    #expect(till.order() == "Order \(UUID(0))")
    #expect(till.order() == "Order \(UUID(1))")
  }

  @Test func `numbers`() {
    #expect(UUID(0).uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
  }

  @Test func `points in time`() async throws {
    let clock = TestClock(now: TestClock.Instant(offset: .seconds(60)))
    #expect(clock.now.advanced(by: .seconds(30)) == TestClock.Instant(offset: .seconds(90)))
  }

  @Test func `nobody sleeps`() async throws {
    let clock = TestClock()
    let debounce = Task { try await clock.sleep(for: .seconds(1)) }
    debounce.cancel()
    try await clock.checkSuspension()
  }

  @Test func `waiting for sleepers`() async throws {
    let clock = TestClock()
    DispatchQueue.global().async {
      Task { try await clock.sleep(for: .seconds(1)) }
    }
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
  }

  actor Uploader {
    @Injected(\.continuousClock) var clock
    private(set) var attempts = 0

    /// Tries again after 1, 2, 4 and 8 seconds.
    func upload() async throws {
      for seconds in [1, 2, 4, 8] {
        attempts += 1
        try await clock.sleep(for: .seconds(seconds))
      }
    }
  }

  @Test func `attempts are further and further apart`() async throws {
    let clock = TestClock()
    try await withTestScope {
      $0.continuousClock = clock
    } operation: {
      let uploader = Uploader()
      let upload = Task { try await uploader.upload() }
      await clock.advance(by: .seconds(3))
      #expect(await uploader.attempts == 3)
      try await clock.run()
      #expect(clock.now == TestClock.Instant(offset: .seconds(15)))
      try await upload.value
    }
  }

  @Test func `a stub`() async throws {
    let session = URLSession.stub { request in
      switch request.url?.path() {
      case "/cities": (Data(#"["Oslo", "Rome"]"#.utf8), .stub(for: request))
      case "/broken": throw URLError(.networkConnectionLost)
      default: nil
      }
    }
    let url = URL(string: "https://weather.example/cities")!
    let (cities, _) = try await session.data(from: url)
    #expect(String(decoding: cities, as: UTF8.self) == #"["Oslo", "Rome"]"#)
  }

  // MARK: - All of them

  @Test func `every sample of the documentation is run here`() throws {
    let sources = PackageDirectory.url.appending(path: "Sources/InjectionEssentials")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path()))
    let here = try lines(of: URL(filePath: #filePath)).joined(separator: "\n")
    var count = 0
    for case let file as String in files where file.hasSuffix(".swift") {
      for sample in try samples(in: lines(of: sources.appending(path: file))) {
        #expect(here.contains(sample), "\(file)")
        count += 1
      }
    }
    #expect(count >= 20)
  }

  /// The lines without what indents them.
  private func lines(of file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(unindented)
  }

  private func unindented(_ line: Substring) -> Substring { line.drop { $0 == " " } }

  private func samples(in lines: [Substring]) -> [String] {
    let comments = lines.filter { $0.hasPrefix("///") }.map { unindented($0.dropFirst(3)) }
    let blocks = comments.split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }
    // Every other one is a sample.
    return blocks.enumerated().filter { $0.offset % 2 == 1 }.map { _, block in
      block.filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
    }
  }
}

// Apart, since another sample has a receipt, too.
@Suite struct InjectedRecipe {
  struct Receipt {
    @Injected(\.date.now) var printed
  }

  @Test(.injected(\.date.now, .distantPast)) func `a receipt is dated`() {
    #expect(Receipt().printed == .distantPast)
  }
}
