extension Layer {
  /// The name of the scope in messages.
  package var title: String {
    var (title, preposition) = (isRoot ? "test scope" : "scope", " at ")
    if let name { (title, preposition) = ("\(title) \(name.debugDescription)", ", ") }
    if isOutermostOfProcess { (title, preposition) = ("the process", ", set at ") }
    return source.isKnown ? title + preposition + source.description : title
  }
}
