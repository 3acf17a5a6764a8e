/// Stops the process with a message if a condition is false.
///
/// Unlike `precondition`, it prints the message in release builds, too.
func require(_ isSo: Bool, _ message: @autoclosure () -> String) {
  if !isSo { fatalError(message()) }
}
