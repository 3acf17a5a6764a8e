public import Foundation
import Injection

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Makes a session that asks a closure instead of a server.
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
  /// a session that is never invalidated takes a little memory until the process ends.
  ///
  /// The closure sees the injected values of the scope in which `stub` was called. It may wait, for
  /// example for an injected clock, and is canceled with the request. There are no time limits
  /// except those of the request itself. The caller gets the answer unchanged: the session follows
  /// no redirects, caches nothing, and keeps no cookies.
  ///
  /// The body of a request is in `httpBody`, even if the caller passed a stream. The bodies of
  /// upload tasks are available only on Apple systems. On Linux, a download task fails with an
  /// error, because it needs a file that only the system can make. A web socket fails on every
  /// system that passes it to a protocol class.
  ///
  /// On Apple systems, the session passes errors on as `NSError`. A `URLError` is unchanged; other
  /// errors keep only their domain and code.
  ///
  /// - Parameter answer: A closure that returns the body and the response, or `nil` for an unknown
  ///   request, which fails with a `URLError` whose description names the URL. A URL without a
  ///   scheme fails in the same way, without calling the closure. Errors of the closure go to the
  ///   caller. It runs on any thread, and concurrently.
  /// - Returns: The session.
  /// - Complexity: O(1).
  public static func stub(
    _ answer: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)?
  ) -> URLSession {
    let values = InjectedValues.current
    return Stub.session { request in
      try await withInjected(values) { try await answer(request) }
    }
  }
}
