// A stub of Windows's C library: what the package uses of it.

public func abort() -> Never { fatalError() }
public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
@discardableResult public func _write(_: Int32, _: UnsafeRawPointer!, _: UInt32) -> Int32 { 0 }
