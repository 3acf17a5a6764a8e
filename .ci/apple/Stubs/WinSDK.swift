// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// A stub of Windows's functions: what the package uses of them.

public func GetCurrentThreadId() -> UInt32 { 0 }
public func Sleep(_: UInt32) {}
