/// The work of the program that the compiler runs.
package enum Plugin {
  /// Answers the compiler's messages until it sends no more.
  package static func run() {
    let connection = MessageConnection()
    do {
      while let message = try connection.receive() {
        try connection.send(Array(Reply(to: message).text.utf8))
      }
    } catch {
      connection.fail(error)
    }
  }
}
