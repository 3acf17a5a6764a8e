extension Array {
  /// The elements in the order of a text of each; those with the same text stay as they are.
  ///
  /// All sorting goes through `order(of:)`: a sort for each type of elements would be 6 KB of code each.
  func sorted(byText text: (Element) -> String) -> [Element] {
    order(of: map(text)).map { self[$0] }
  }
}

extension [String] {
  func inOrder() -> [String] { order(of: self).map { self[$0] } }
}

/// The indices of texts in the order of the texts. The standard library's sort is stable.
private func order(of texts: [String]) -> [Int] {
  texts.indices.sorted { texts[$0] < texts[$1] }
}
