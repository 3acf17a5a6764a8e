extension Layer {
  /// The name of the scope in messages.
  package var title: String {
    let root = container.reporter == nil ? "\(context) scope" : "test scope"
    var (title, preposition) = (isRoot ? root : "scope", " at ")
    if let name { (title, preposition) = ("\(title) \(name.debugDescription)", ", ") }
    if isOutermostOfProcess { (title, preposition) = ("the process", ", set at ") }
    return source.isKnown ? title + preposition + source.description : title
  }
}
