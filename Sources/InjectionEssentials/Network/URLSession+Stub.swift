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
  /// Nothing reaches the network. Each session asks its own closure only, however many there are at
  /// the same time, and ends as any session does: when nobody holds it, or when it is invalidated.
  /// On Apple systems one that is never invalidated takes a little memory until the process ends.
  ///
  /// The closure sees the injected values of the scope in which `stub` was called, may wait, also
  /// on an injected clock, and is canceled with the request. There are no time limits but those
  /// that a request sets for itself. What it answers is given to the caller as it is: redirects are
  /// not followed, nothing is cached, and no cookies are kept.
  ///
  /// The body of a request is in `httpBody`, also where the caller gave a stream. The bodies of
  /// upload tasks are seen on Apple systems only. On Linux a download task fails with an error,
  /// since it needs a file that only the system can make; and so does a web socket on all systems
  /// where it asks a protocol class at all.
  ///
  /// On Apple systems the session passes errors on as `NSError`: `URLError` comes through as it is,
  /// and of other errors the domain and the code.
  ///
  /// - Parameter answer: Returns the body and the response, or `nil` for a request that it does not
  ///   know: that one fails with a `URLError` whose description names the URL, and so does one
  ///   whose URL has no scheme, which is not asked for. What it throws is what the caller sees. It
  ///   runs on any thread, and many times at once.
  /// - Returns: The session. Use it on any thread, in any task or actor.
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
