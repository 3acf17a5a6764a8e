/// Where articles come from.
protocol Repository: Sendable {
  func getAll() throws -> [Article]
}
