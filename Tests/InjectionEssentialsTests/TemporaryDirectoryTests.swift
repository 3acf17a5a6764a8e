import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import TestSupport
import Testing

struct TemporaryDirectoryTests {
  @Test func `each test container has a folder of its own, which goes with it`() throws {
    let urls = try (0..<3).map { _ in
      try withTestScope {
        let url = InjectedValues.current.temporaryDirectory.url
        #expect(try contents(of: url) == [])
        try Data("a".utf8).write(to: url.appending(path: "file"))
        // The whole container has one.
        withInjected(\.locale, Locale(identifier: "de_DE")) {
          #expect(InjectedValues.current.temporaryDirectory.url == url)
        }
        #expect(try contents(of: url) == ["file"])
        return url
      }
    }
    #expect(Set(urls).count == 3)
    for url in urls { #expect(!FileManager.default.fileExists(atPath: url.path())) }
  }

  @Test(.injected()) func `an existing folder stays`() throws {
    let parent = InjectedValues.current.temporaryDirectory
    do {
      let folder = TemporaryDirectory.unique(in: parent.url)
      let same = TemporaryDirectory(folder.url)
      #expect(same.url == folder.url)
      #expect(try contents(of: parent.url).count == 1)
      withExtendedLifetime(folder) {}
    }
    #expect(try contents(of: parent.url) == [])
    let kept = parent.url.appending(path: "kept", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: false)
    _ = TemporaryDirectory(kept)
    #expect(try contents(of: parent.url) == ["kept"])
  }

  // The process's container lives as long as the process.
  @Test func `a folder that is held to the end goes with the process`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let folder = InjectedValues.current.temporaryDirectory
      precondition(FileManager.default.fileExists(atPath: folder.url.path()))
      print("[\(folder.url.path())]")
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let path = try #require(output.firstMatch(of: /\[(.+)\]/)).1
    #expect(path.contains("swift-injection-"))
    #expect(!FileManager.default.fileExists(atPath: String(path)))
  }

  @Test func `a folder that cannot be made is an error`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TemporaryDirectory.unique(in: URL(filePath: "/dev/null/no"))
    }
    result.expectMessage("A temporary folder must be created at /dev/null/no/swift-injection-")
  }

  private func contents(of url: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path())
  }
}
