import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers the requests of the stub session that has this class.
final class StubProtocol<Number: StubNumber>: URLProtocol {
  private var load: StubLoad?

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    #if canImport(FoundationNetworking)
      // Called again: the answer arrived, or the task was suspended and resumed.
      if let load { return load.outcome.map(deliver) ?? () }
    #endif
    do {
      let stub = try checkedStub()
      let load = StubLoad(request, stub)
      self.load = load
      load.start(whenDone: comingBack(to: load))
    } catch {
      deliver(.failure(error))
    }
  }

  override func stopLoading() {
    #if canImport(FoundationNetworking)
      // Not the end if the task was only suspended.
      guard task?.state == .canceling else { return }
    #endif
    load?.cancel()
  }

  private func checkedStub() throws -> Stub {
    guard request.url?.scheme != nil else { throw error(.unsupportedURL, "has no scheme") }
    #if canImport(FoundationNetworking)
      // It would stop the process: only the system's own protocols make the file that it expects.
      if task is URLSessionDownloadTask {
        throw error(
          .resourceUnavailable,
          "was requested by a download, which cannot be stubbed here"
        )
      }
      if task is URLSessionWebSocketTask {
        throw error(.resourceUnavailable, "was requested by a web socket, which cannot be stubbed")
      }
    #endif
    guard let stub = Stub.user(of: Self.self) else {
      throw error(.cancelled, "was requested by a session that has ended")
    }
    return stub
  }

  /// Passes the result of the request to the session. Runs where the session called `startLoading`.
  private func deliver(_ outcome: StubLoad.Outcome) {
    switch outcome {
    case .success((_, let response)?) where response.isNeverFinished:
      let problem =
        "was answered with 401 and a challenge to log in, after which this system's sessions wait "
        + "forever; omit the field WWW-Authenticate"
      client?.urlProtocol(self, didFailWithError: error(.userAuthenticationRequired, problem))
    case .success((let data, let response)?):
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: data)
      client?.urlProtocolDidFinishLoading(self)
    case .success(nil):
      client?.urlProtocol(
        self,
        didFailWithError: error(.resourceUnavailable, "was requested, but no stub answers it")
      )
    case .failure(let error):
      client?.urlProtocol(self, didFailWithError: error)
    }
  }

  private func error(_ code: URLError.Code, _ problem: String) -> URLError {
    let url = request.url?.absoluteString ?? "a request without a URL"
    var info: [String: Any] = [
      NSLocalizedDescriptionKey: "\(request.httpMethod ?? "GET") \(url) \(problem)."
    ]
    info[NSURLErrorFailingURLErrorKey] = request.url
    return URLError(code, userInfo: info)
  }
}

// MARK: - Coming back

extension StubProtocol {
  // A session expects results on the thread that it called from.

  #if canImport(FoundationNetworking)
    /// A function that makes the session call `startLoading` again.
    private func comingBack(to load: StubLoad) -> @Sendable () -> Void {
      guard let task else { return {} }
      return {
        // The session's queue isn't public, but resuming a task starts it there. If the client has
        // suspended the task, too, it starts only after the client resumes it, as intended.
        task.suspend()
        task.resume()
      }
    }
  #else
    /// A function that delivers the answer on the thread that called `startLoading`.
    private func comingBack(to load: StubLoad) -> @Sendable () -> Void {
      let place = Place(runLoop: CFRunLoopGetCurrent(), urlProtocol: self)
      return {
        CFRunLoopPerformBlock(place.runLoop, CFRunLoopMode.defaultMode.rawValue) {
          if !load.isCancelled, let outcome = load.outcome { place.urlProtocol.deliver(outcome) }
        }
        CFRunLoopWakeUp(place.runLoop)
      }
    }

    /// Where an answer is delivered.
    //
    // Unchecked: only thread-safe functions use the run loop, and the protocol is used only on the
    // run loop's thread.
    private struct Place: @unchecked Sendable {
      let runLoop: CFRunLoop
      let urlProtocol: StubProtocol
    }
  #endif
}

extension HTTPURLResponse {
  /// Whether a session would wait forever after this response.
  fileprivate var isNeverFinished: Bool {
    // FIXME: remove it when Swift 6.4 is the oldest supported version: its sessions continue.
    #if canImport(FoundationNetworking) && compiler(<6.4)
      let challenge = value(forHTTPHeaderField: "WWW-Authenticate")?.lowercased() ?? ""
      return statusCode == 401 && (challenge.contains("basic") || challenge.contains("digest"))
    #else
      return false
    #endif
  }
}
