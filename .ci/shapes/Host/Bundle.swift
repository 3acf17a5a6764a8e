// In a bundle of tests, in place of main.swift.

@c public func runTests() { run("xsq") }
