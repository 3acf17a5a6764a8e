public import Injection

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension InjectedValues {
  private enum URLSessionKey: InjectionKey {
    static var defaultValue: URLSession { .shared }
    static var testValue: URLSession { unimplemented(placeholder: .stub { _ in nil }) }
  }

  /// The session for requests to servers.
  ///
  /// ```swift
  /// struct Weather {
  ///   @Injected(\.urlSession) var session
  ///   func forecast(for city: String) async throws -> String {
  ///     let url = URL(string: "https://weather.example/\(city)")!
  ///     return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  ///   }
  /// }
  ///
  /// @Test func `the forecast is the server's answer`() async throws {
  ///   try await withTestScope {
  ///     $0.urlSession = .stub { request in
  ///       guard request.url?.path() == "/Oslo" else { return nil }
  ///       return (Data("snow".utf8), .stub(for: request))
  ///     }
  ///   } operation: {
  ///     let forecast = try await Weather().forecast(for: "Oslo")
  ///     #expect(forecast == "snow")
  ///     await #expect(throws: URLError.self) { try await Weather().forecast(for: "Rome") }
  ///   }
  /// }
  /// ```
  ///
  /// Live and in previews, it is `URLSession.shared`. A test must override it; otherwise it fails,
  /// and continues with a session that refuses every request.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}
