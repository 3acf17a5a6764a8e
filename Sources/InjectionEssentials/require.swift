/// Stops the process with a message unless something is so.
///
/// Release builds say why, too. `precondition` keeps that to itself there.
func require(_ isSo: Bool, _ message: @autoclosure () -> String) {
  if !isSo { fatalError(message()) }
}
