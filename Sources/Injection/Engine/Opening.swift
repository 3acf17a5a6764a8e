/// The builds that a level, or values, were opened in.
final class Opening: Sendable {
  /// What was opened belongs to this one; `nil` where that is a transient value's, which belongs to
  /// whoever asked.
  let opener: Build?

  /// The build that is told what is read, while it runs. Not the opener, if the code that opened
  /// this ran for somebody else, such as values from outside that a build reads.
  var build: Build? { told?.ifRunning }
  // Weak, since a transient value's build may lead to scopes when it is over.
  private weak let told: Build?

  /// `nil` where no build runs.
  init?(_ opener: Build?, telling build: Build?) {
    if opener == nil && build == nil { return nil }
    opener?.hold()
    self.opener = opener
    self.told = build
  }
}
