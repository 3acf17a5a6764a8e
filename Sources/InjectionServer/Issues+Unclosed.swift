public import Injection

extension InjectionIssue.Kind {
  /// Closing a resource or a kept scope threw an error that no caller can catch: the operation threw
  /// another one, or has ended.
  public static let unclosedResource = Self("unclosedResource")
}

extension Issues {
  /// Reports an error of closing that no caller can catch.
  ///
  /// - Parameter label: What happens on the line, for the message.
  static func report(unclosedResource error: any Error, _ label: String, at source: SourceLine) {
    let message = Message(
      "Closing threw an error that no caller can catch.",
      label: label,
      source: source,
      fixes: "- Handle the error where it is thrown, in the closing closure."
    )
    message.add("Error", "\(error)")
    report(.unclosedResource, message, in: InjectedValues.current.layer())
  }
}
