#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension HTTPURLResponse {
  /// Creates a response to a request, for the closure of `URLSession.stub`.
  ///
  /// ```swift
  /// let session = URLSession.stub { request in
  ///   (Data("{}".utf8), .stub(for: request, headers: ["Content-Type": "application/json"]))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request. It must have a URL.
  ///   - statusCode: The status, such as 404.
  ///   - headers: The header's fields by name.
  /// - Returns: The response.
  /// - Complexity: O(number of fields).
  public static func stub(
    for request: URLRequest,
    statusCode: Int = 200,
    headers: [String: String] = [:]
  ) -> HTTPURLResponse {
    guard let url = request.url else {
      fatalError("A request must have a URL to be responded to (was \(request)).")
    }
    // Safe to unwrap: it is `nil` only if there is no memory left.
    return HTTPURLResponse(
      url: url,
      statusCode: statusCode,
      httpVersion: "HTTP/1.1",
      headerFields: headers
    )!
  }
}
