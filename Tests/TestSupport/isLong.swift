import Foundation

/// Whether there is time: searches and trials of load are short, and long where this is asked for.
public let isLong = ProcessInfo.processInfo.environment["INJECTION_LONG_TESTS"] == "1"
