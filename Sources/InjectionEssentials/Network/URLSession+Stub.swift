public import Foundation
import Injection

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Creates a session that asks a closure instead of a server.
  ///
  /// ```swift
  /// let session = URLSession.stub { request in
  ///   switch request.url?.path() {
  ///   case "/cities": (Data(#"["Oslo", "Rome"]"#.utf8), .stub(for: request))
  ///   case "/broken": throw URLError(.networkConnectionLost)
  ///   default: nil
  ///   }
  /// }
  /// let url = URL(string: "https://weather.example/cities")!
  /// let (cities, _) = try await session.data(from: url)
  /// #expect(String(decoding: cities, as: UTF8.self) == #"["Oslo", "Rome"]"#)
  /// ```
  ///
  /// Nothing reaches the network. Each session uses only its own closure, even if there are several
  /// sessions. A session ends like any other: when it is released or invalidated. On Apple systems,
  /// a session that is never invalidated needs a little memory until the process ends.
  ///
  /// The closure sees the injected values of the scope in which `stub` was called. If code called
  /// it that sets a test's values, it sees the test's container without these: hand it what it
  /// needs, or replace the session in the test, with `withInjected(\.urlSession, .stub { … }) { …
  /// }`.
  ///
  /// It may wait, for example for a clock, and is canceled with the request. There are no time
  /// limits except those of the request itself. The caller gets the answer unchanged: the session
  /// follows no redirects, caches nothing, and keeps no cookies.
  ///
  /// The body of a request is in `httpBody`, even if the caller passed a stream. The bodies of
  /// upload tasks are available only on Apple systems. On Linux, a download task fails with an
  /// error, because it needs a file that only the system can create. With Swift 6.3, Foundation may
  /// hang there if a request is canceled at the moment when its answer arrives. A web socket fails
  /// on every system that passes it to a protocol class.
  ///
  /// On Apple systems, the session passes errors on as `NSError`. A `URLError` is unchanged; other
  /// errors keep only their domain and code.
  ///
  /// - Parameter answer: A closure that returns the body and the response. For an unknown request,
  ///   it returns `nil`: the request fails with a `URLError` whose description names the URL. So
  ///   does a URL without a scheme, without calling the closure. The caller gets errors of the
  ///   closure. It runs on any thread, and concurrently.
  /// - Returns: The session.
  public static func stub(
    _ answer: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)?
  ) -> URLSession {
    let values = InjectedValues.current
    return Stub.session { request in
      try await withInjected(values) { try await answer(request) }
    }
  }
}
