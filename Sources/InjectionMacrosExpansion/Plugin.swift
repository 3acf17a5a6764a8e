import Foundation

/// The program that the compiler runs.
package enum Plugin {
  /// Replies to the compiler's messages until the end of the input. An error ends the process.
  package static func run() {
    let connection = MessageConnection()
    do {
      while let message = try connection.receive() {
        try connection.send(reply(to: message))
      }
    } catch {
      let problem = (error as? MessageConnection.Failure)?.rawValue ?? "\(error)"
      let line = "InjectionMacrosPlugin: \(problem)\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
      exit(1)
    }
  }
}
