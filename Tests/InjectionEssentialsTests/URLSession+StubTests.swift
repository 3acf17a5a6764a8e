import Foundation
import Injection
import InjectionEssentials
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct URLSessionStubTests {
  // MARK: Answers

  @Test func `a stub answers, and sees the request`() async throws {
    let session = URLSession.stub { request in
      let header = request.value(forHTTPHeaderField: "Accept") ?? ""
      let data = Data("\(request.httpMethod!) \(header)".utf8)
      return (data, .stub(for: request, statusCode: 301, headers: ["Location": "/b"]))
    }
    var request = URLRequest(url: url("/cities"))
    request.httpMethod = "PUT"
    request.setValue("text/html", forHTTPHeaderField: "Accept")
    let (data, response) = try await session.data(for: request)
    #expect(data == Data("PUT text/html".utf8))
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 301 && http.url == url("/cities"))
    #expect(http.value(forHTTPHeaderField: "location") == "/b")
  }

  // MARK: Bodies

  @Test func `a stub sees the body, which may be large, and answers with it`() async throws {
    // A function that always answers is a stub, too.
    @Sendable func echo(_ request: URLRequest) -> (Data, HTTPURLResponse) {
      (request.httpBody ?? Data(), .stub(for: request))
    }
    let session = URLSession.stub(echo)
    let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
    var request = URLRequest(url: url("/"))
    request.httpMethod = "POST"
    request.httpBody = body
    #expect(try await session.data(for: request).0 == body)
    request.httpBodyStream = InputStream(data: body)
    #expect(try await session.data(for: request).0 == body)
    request.httpBody = nil
    #expect(try await session.data(for: request).0.isEmpty)
    // Not all systems pass the body of an upload.
    let upload = try await session.upload(for: request, from: body)
    #expect((upload.1 as? HTTPURLResponse)?.statusCode == 200)
  }

  @Test func `a stream that cannot be read is an error`() async throws {
    let session = URLSession.stub { ($0.httpBody ?? Data(), .stub(for: $0)) }
    var request = URLRequest(url: url("/"))
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(fileAtPath: "/no/such/file")
    let error = await #expect(throws: NSError.self) { try await session.data(for: request) }
    #expect(error?.domain == NSPOSIXErrorDomain && error?.code == Int(ENOENT))
  }

  // MARK: Errors

  #if canImport(FoundationNetworking)
    @Test func `a stub may throw errors of its own`() async throws {
      let session = URLSession.stub { _ in throw Failure() }
      await #expect(throws: Failure.self) { try await session.data(from: url("/")) }
    }
  #endif

  @Test func `a request that no stub answers is an error that names it`() async throws {
    let session = URLSession.stub { _ in nil }
    let error = await #expect(throws: URLError.self) { try await session.data(from: url("/a?b=c")) }
    #expect(
      error?.localizedDescription
        == "GET https://weather.example/a?b=c was requested, but no stub answers it."
    )
    #expect(error.map { "\($0)" }?.contains("https://weather.example/a?b=c") == true)
    #expect(error?.failingURL == url("/a?b=c"))
  }

  @Test func `a URL without a scheme is an error, and not asked for`() async throws {
    let session = URLSession.stub { request in
      Issue.record("asked for \(request)")
      return (Data(), .stub(for: request))
    }
    let url = try #require(URL(string: "weather.example/a"))
    let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
    #expect(error?.code == .unsupportedURL)
    #expect(error?.localizedDescription == "GET weather.example/a has no scheme.")
  }

  @Test(arguments: ["ftp://a.example/b", "data:text/plain,a", "file:///etc/hosts", "mine:a"])
  func `a stub is asked for every scheme`(url: String) async throws {
    let session = URLSession.stub { (Data("\($0.url!.scheme!)".utf8), .stub(for: $0)) }
    let (data, _) = try await session.data(from: #require(URL(string: url)))
    #expect(url.hasPrefix(String(decoding: data, as: UTF8.self)))
  }

  #if canImport(FoundationNetworking)
    @Test func `a download is an error where it cannot be stubbed`() async throws {
      let session = URLSession.stub { (Data(), .stub(for: $0)) }
      let error = await #expect(throws: URLError.self) {
        try await session.download(from: url("/a"))
      }
      #expect(
        error?.localizedDescription.hasPrefix("GET https://weather.example/a was requested by a")
          == true
      )
    }
  #endif

  #if canImport(FoundationNetworking) && compiler(<6.4)
    @Test(arguments: ["Basic realm=\"a\"", "digest"])
    func `a challenge that sessions wait for in vain is an error`(challenge: String) async throws {
      let session = URLSession.stub {
        (Data(), .stub(for: $0, statusCode: 401, headers: ["www-authenticate": challenge]))
      }
      let error = await #expect(throws: URLError.self) { try await session.data(from: url("/a")) }
      #expect(error?.localizedDescription.contains("omit the field WWW-Authenticate") == true)
    }
  #endif

  // MARK: Waiting

  @Test func `a stub sees the values of the scope in which it was made`() async throws {
    let clock = TestClock()
    let session = withInjected(\.continuousClock, clock) {
      URLSession.stub { request in
        try await InjectedValues.current.continuousClock.sleep(for: .seconds(2))
        return (Data("late".utf8), .stub(for: request))
      }
    }
    let task = Task { try await session.data(from: url("/")).0 }
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(2))
    #expect(String(decoding: try await task.value, as: UTF8.self) == "late")
  }

  @Test func `a request that is canceled cancels its stub`() async throws {
    let clock = TestClock()
    let session = URLSession.stub { request in
      try await clock.sleep(for: .seconds(1))
      return (Data(), .stub(for: request))
    }
    let task = Task { try await session.data(from: url("/")) }
    try await clock.waitForSleepers()
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    try await clock.checkSuspension()
  }

  // MARK: Many sessions

  // Not more: each session has open files, and Foundation's `Process`, which other tests use, reads
  // out of bounds in a process with more than about 1,300 of them.
  @Test func `each session asks its own stub, also at the same time`() async throws {
    let rightAnswers = try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        let session = URLSession.stub { request in
          await Task.yield()
          return (Data("\(number) \(request.url!.path())".utf8), .stub(for: request))
        }
        for path in ["/a", "/b"] {
          group.addTask {
            try await session.data(from: url(path)).0 == Data("\(number) \(path)".utf8)
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(rightAnswers == 200)
  }

  // A class is never released, so sessions have to use classes again.
  @Test func `sessions that have ended leave their classes to others`() async {
    var seen: Set<ObjectIdentifier> = []
    // A session ends some time after it is invalidated, and keeps its class until then.
    let isUsedAgain = await eventually {
      let session = URLSession.stub { _ in nil }
      defer { session.invalidateAndCancel() }
      let classes = session.configuration.protocolClasses ?? []
      return classes.contains { !seen.insert(ObjectIdentifier($0)).inserted }
    }
    #expect(isUsedAgain && !seen.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a session that ends lets go of all that its stub holds`(isCanceled: Bool) async throws {
    weak var released: Log<String>?
    let session: URLSession
    do {
      let log = Log<String>()
      released = log
      session = stub(writingTo: log)
    }
    _ = try await session.data(from: url("/"))
    #expect(released?.all == ["asked"])
    if isCanceled { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
    // The session's own queues release it a little later.
    #expect(await eventually { released == nil })
    withExtendedLifetime(session) {}
  }

  // MARK: Bad input

  @Test func `a response needs a URL`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var request = URLRequest(url: URL(string: "https://a.example")!)
      request.url = nil
      _ = HTTPURLResponse.stub(for: request)
    }
    result.expectMessage("A request must have a URL to be responded to")
  }
}

// MARK: - Fixtures

private struct Failure: Error {}

private func stub(writingTo log: Log<String>) -> URLSession {
  .stub { request in
    log.add("asked")
    return (Data(), .stub(for: request))
  }
}

private func url(_ path: String) -> URL { URL(string: "https://weather.example\(path)")! }
