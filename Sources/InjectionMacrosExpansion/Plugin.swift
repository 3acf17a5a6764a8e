/// The program that the compiler runs.
package enum Plugin {
  /// Replies to the compiler's messages until the end of the input.
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
