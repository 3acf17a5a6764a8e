extension Layer {
  /// The name of the scope in messages.
  package var title: String {
    var (text, separator) = (isRoot ? "test scope" : "scope", " at ")
    if isOutermostOfProcess {
      (text, separator) = ("the process", ", set at ")
    } else if let name {
      (text, separator) = ("\(text) \(name.debugDescription)", ", ")
    }
    return source.isKnown ? text + separator + source.description : text
  }
}
