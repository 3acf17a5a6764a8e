import Foundation

func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

func read(_ path: String, in folder: URL = package) -> String {
  try! String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
}

/// Runs a program to its end, or until it says a word, or until a limit. Returns what is wrong.
func execute(
  _ command: [String],
  _ environment: [String: String] = [:],
  log: String,
  until word: String? = nil,
  limit: Double = .infinity
) -> String? {
  let (process, file, mark) = (Process(), work.appendingPathComponent(log), UUID().uuidString)
  _ = FileManager.default.createFile(atPath: file.path, contents: nil)
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.currentDirectoryURL = copy
  process.environment = ProcessInfo.processInfo.environment
    .merging(["SWIFT_BACKTRACE": "enable=no", "INJECTION_MUTANT_RUN": mark]) { $1 }.merging(
      environment
    ) { $1 }
  process.standardOutput = try! FileHandle(forWritingTo: file)
  process.standardError = process.standardOutput
  let ended = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in ended.signal() }
  try! process.run()
  /// What the program has said is wrong.
  func found() -> String? {
    guard let word else { return nil }
    return read(log, in: work).split(separator: "\n").first { $0.contains(word) }.map(String.init)
  }
  let end = Date() + limit
  var wrong: String?
  while ended.wait(timeout: .now() + .milliseconds(word == nil ? 1000 : 30)) == .timedOut {
    wrong = found() ?? (Date() > end ? "takes too long" : nil)
    if wrong != nil { break }
  }
  if wrong == nil, process.terminationStatus == 0 { return nil }
  endAll()
  if process.isRunning { ended.wait() }
  return wrong ?? found() ?? "stops"

  /// Ends it, and what it has started, which may be in other groups and go on without it.
  func endAll() {
    for process in try! FileManager.default.contentsOfDirectory(atPath: "/proc") {
      let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ")
      if environment?.range(of: Data(mark.utf8)) != nil { kill(pid_t(process)!, SIGKILL) }
    }
  }
}
