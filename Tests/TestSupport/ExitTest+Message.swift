public import Testing

extension ExitTest.Result {
  /// The standard error output, with the message that the process stopped with.
  public var message: String { String(decoding: standardErrorContent, as: UTF8.self) }
}

extension ExitTest.Result? {
  /// Empty if the process didn't end as expected, which has failed the test by then.
  public var message: String { self?.message ?? "" }

  /// Expects the message to have all of `texts` in it.
  public func expectMessage(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for text in texts {
      #expect(message.contains(text), "\(message)", sourceLocation: sourceLocation)
    }
  }
}
