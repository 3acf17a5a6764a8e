/// Lets tasks wait until a test opens it, from any task or thread.
public final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  public init() { (stream, continuation) = AsyncStream.makeStream() }

  public func open() { continuation.finish() }

  public func wait() async { for await _ in stream {} }
}
