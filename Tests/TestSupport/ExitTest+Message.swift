public import Testing

extension ExitTest.Result {
  /// What the process wrote to standard error: the message it stopped with.
  public var message: String { String(decoding: standardErrorContent, as: UTF8.self) }
}

extension ExitTest.Result? {
  /// Nothing where the process did not end as expected, which has failed the test by then.
  public var message: String { self?.message ?? "" }
}
