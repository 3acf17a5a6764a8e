// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// A stub of Darwin: what the package uses of it.

public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
  public init() { (tv_sec, tv_nsec) = (0, 0) }
}

public struct clockid_t: Sendable { public var rawValue: UInt32 }

public typealias pthread_t = UnsafeMutablePointer<Int>

public var CLOCK_MONOTONIC: clockid_t { fatalError() }

public func abort() -> Never { fatalError() }
public func clock_gettime(_: clockid_t, _: UnsafeMutablePointer<timespec>!) -> Int32 { 0 }
public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
public func pthread_main_np() -> Int32 { 0 }
public func pthread_self() -> pthread_t { fatalError() }
@discardableResult public func usleep(_: UInt32) -> Int32 { 0 }
public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { 0 }
