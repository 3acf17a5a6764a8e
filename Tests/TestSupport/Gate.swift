/// A gate that tasks wait at until a test opens it. Use it in any task or on any thread.
public final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  public init() { (stream, continuation) = AsyncStream.makeStream() }

  public func open() { continuation.finish() }

  public func wait() async { for await _ in stream {} }
}
