import Foundation

/// Whether to run searches and load tests for long. They are short by default.
public let isLong = ProcessInfo.processInfo.environment["INJECTION_LONG_TESTS"] == "1"

/// Whether chains are shorter, where all takes longer.
public let isShort = ProcessInfo.processInfo.environment["INJECTION_SHORT_TESTS"] == "1"
