// A stub of Dispatch: what the package uses of it.

public struct DispatchTime: Sendable { public static func now() -> DispatchTime { .init() } }

public func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }

public enum DispatchTimeoutResult: Sendable { case success, timedOut }

open class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { 0 }
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}

open class DispatchQueue: @unchecked Sendable {
  public class func global() -> DispatchQueue { fatalError() }
  public class var main: DispatchQueue { fatalError() }
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}
