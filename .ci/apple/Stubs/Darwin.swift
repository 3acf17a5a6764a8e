// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// A stub of Darwin: what the package uses of it.

public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
  public init() { (tv_sec, tv_nsec) = (0, 0) }
  public init(tv_sec: Int, tv_nsec: Int) { (self.tv_sec, self.tv_nsec) = (tv_sec, tv_nsec) }
}

public struct _opaque_pthread_t {}
public struct pthread_mutex_t {}
public struct pthread_mutexattr_t {}
public struct pthread_cond_t {}
public struct pthread_condattr_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_override_t = OpaquePointer

public struct qos_class_t: RawRepresentable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public func abort() -> Never { fatalError() }
public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
@discardableResult
public func pthread_cond_timedwait_relative_np(
  _: UnsafeMutablePointer<pthread_cond_t>,
  _: UnsafeMutablePointer<pthread_mutex_t>,
  _: UnsafePointer<timespec>?
) -> Int32 { 0 }
public func pthread_main_np() -> Int32 { 0 }
@discardableResult
public func pthread_override_qos_class_end_np(_: pthread_override_t) -> Int32 { 0 }
public func pthread_override_qos_class_start_np(_: pthread_t, _: qos_class_t, _: Int32)
  -> pthread_override_t
{ fatalError() }
public func pthread_self() -> pthread_t { fatalError() }
public func qos_class_self() -> qos_class_t { fatalError() }
@discardableResult public func usleep(_: UInt32) -> Int32 { 0 }
public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { 0 }
