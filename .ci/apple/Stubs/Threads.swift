// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// What the package uses of POSIX threads, with the types of each system's stub.

@discardableResult
public func pthread_cond_broadcast(_: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { 0 }
@discardableResult
public func pthread_cond_destroy(_: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { 0 }
@discardableResult
public func pthread_cond_init(
  _: UnsafeMutablePointer<pthread_cond_t>,
  _: UnsafePointer<pthread_condattr_t>?
) -> Int32 { 0 }
@discardableResult
public func pthread_cond_timedwait(
  _: UnsafeMutablePointer<pthread_cond_t>,
  _: UnsafeMutablePointer<pthread_mutex_t>,
  _: UnsafePointer<timespec>?
) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_destroy(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_init(
  _: UnsafeMutablePointer<pthread_mutex_t>,
  _: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_lock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_unlock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
