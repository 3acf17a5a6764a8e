import Dispatch
import Foundation
import Injection

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request on its way to a stub's closure and back.
final class StubLoad: Sendable {
  typealias Outcome = Result<(Data, HTTPURLResponse)?, any Error>

  private struct State: Sendable {
    var work: Task<Void, Never>?
    var outcome: Outcome?
    var isCancelled = false
  }

  private let request: URLRequest
  // Held until the answer arrives, so that no other session gets the class meanwhile.
  private let stub: Stub
  private let state = Lock(State())

  init(_ request: URLRequest, _ stub: Stub) {
    self.request = request
    self.stub = stub
  }

  var outcome: Outcome? { state.withLock { $0.outcome } }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Asks the closure, and calls `done` when it has answered.
  func start(whenDone done: @escaping @Sendable () -> Void) {
    let work = Task.detached { [self] in
      let outcome: Outcome
      do {
        outcome = .success(try await stub.answer(try await requestWithBody()))
      } catch {
        outcome = .failure(error)
      }
      let isCancelled = state.withLock { state in
        state.outcome = outcome
        state.work = nil
        return state.isCancelled
      }
      if !isCancelled { done() }
    }
    let isCancelled = state.withLock { state in
      if state.outcome == nil { state.work = work }
      return state.isCancelled
    }
    if isCancelled { work.cancel() }
  }

  func cancel() {
    let work = state.withLock { state in
      state.isCancelled = true
      defer { state.work = nil }
      return state.work
    }
    work?.cancel()
  }

  /// The request with its body as data.
  private func requestWithBody() async throws -> URLRequest {
    guard request.httpBody == nil, request.httpBodyStream != nil else { return request }
    var request = request
    request.httpBody = try await withCheckedThrowingContinuation { continuation in
      // Not on a thread that runs tasks: a task that waits for a thread may fill the stream.
      DispatchQueue.global().async { [self] in
        continuation.resume(with: Result { try readBody() })
      }
    }
    return request
  }

  private func readBody() throws -> Data {
    guard let stream = request.httpBodyStream else { return Data() }
    stream.open()
    defer { stream.close() }
    var body = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Safe: it writes only into the buffer.
      let count = unsafe stream.read(&buffer, maxLength: buffer.count)
      if count < 0 { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
      if count == 0 { return body }
      body += buffer[..<count]
    }
  }
}
