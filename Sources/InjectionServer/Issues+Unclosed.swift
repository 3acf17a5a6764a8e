import Injection

extension Issues {
  /// Reports an error of closing that no caller can catch.
  static func report(unclosedResource error: any Error, at source: SourceLine) {
    let message = Message(
      "Closing threw an error that no caller can catch.",
      source: source,
      fixes: "- Handle the error where it is thrown, in the closure after closing:."
    )
    message.add("Error", "\(error)")
    report(.unclosedResource, message, in: InjectedValues.current.layer())
  }
}
