import Testing

extension ExitTest.Result {
  /// What the process wrote to standard error: the message it stopped with.
  var message: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
