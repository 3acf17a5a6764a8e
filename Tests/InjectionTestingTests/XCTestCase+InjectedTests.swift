#if canImport(XCTest)
  import Injection
  import Testing

  @testable import InjectionTesting

  struct XCTestCaseInjectedTests {
    @Test func `Xcode gets a line only with its file's path, and a log a file without`() {
      let line = SourceLine("Shop/Cart.swift", 7)
      #expect(XCTestPlace(line, path: nil, needsPath: true) == nil)
      #expect(XCTestPlace(.unknown, path: "/Cart.swift", needsPath: true) == nil)
      let inLog = XCTestPlace(line, path: nil, needsPath: false)
      #expect(inLog?.file == "Shop/Cart.swift" && inLog?.line == 7)
      for needsPath in [true, false] {
        let place = XCTestPlace(line, path: "/Cart.swift", needsPath: needsPath)
        #expect(place?.file == "/Cart.swift" && place?.line == 7)
      }
    }
  }
#endif
