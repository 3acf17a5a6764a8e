extension Layer {
  /// The name of the scope in messages.
  package var title: String {
    let line = source.isKnown ? source.description : nil
    if isOutermostOfProcess { return "the process" + (line.map { ", set at \($0)" } ?? "") }
    let kind = isRoot ? "test scope" : "scope"
    guard let name else { return kind + (line.map { " at \($0)" } ?? "") }
    return "\(kind) \(name.debugDescription)" + (line.map { ", \($0)" } ?? "")
  }
}
