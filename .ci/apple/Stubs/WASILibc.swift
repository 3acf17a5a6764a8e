// A stub of WASILibc: what the package uses of it. Swift can't call its clocks, which are macros.

public func abort() -> Never { fatalError() }
public func getenv(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
@discardableResult public func usleep(_: UInt32) -> Int32 { 0 }
public func write(_: Int32, _: UnsafeRawPointer!, _: Int) -> Int { 0 }
