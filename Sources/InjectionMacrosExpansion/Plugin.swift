/// The program that the compiler runs.
package enum Plugin {
  /// Replies to the compiler's messages until the end of the input.
  package static func run() {
    let connection = MessageConnection()
    while let message = connection.receive() {
      connection.send(Array(reply(to: message).utf8))
    }
  }
}
