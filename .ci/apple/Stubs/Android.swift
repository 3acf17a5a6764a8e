// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// A stub of Android: what the package uses of it.

public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
  public init() { (tv_sec, tv_nsec) = (0, 0) }
}

public typealias clockid_t = Int32

public struct pthread_mutex_t {}
public struct pthread_cond_t {}
public typealias pthread_mutexattr_t = Int
public typealias pthread_condattr_t = Int
public typealias pthread_t = Int

public var CLOCK_MONOTONIC: clockid_t { 1 }

public func abort() -> Never { fatalError() }
public func clock_gettime(_: clockid_t, _: UnsafeMutablePointer<timespec>) -> Int32 { 0 }
public func getenv(_: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? { nil }
public func pthread_condattr_destroy(_: UnsafeMutablePointer<pthread_condattr_t>) -> Int32 { 0 }
public func pthread_condattr_init(_: UnsafeMutablePointer<pthread_condattr_t>) -> Int32 { 0 }
public func pthread_condattr_setclock(
  _: UnsafeMutablePointer<pthread_condattr_t>,
  _: clockid_t
) -> Int32 { 0 }
public func pthread_self() -> pthread_t { 0 }
@discardableResult public func usleep(_: UInt32) -> Int32 { 0 }
public func write(_: Int32, _: UnsafeRawPointer, _: Int) -> Int { 0 }
