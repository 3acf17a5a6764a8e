extension InjectableClient {
  /// The mistakes that the compiler doesn't report itself, or not where they are.
  func problems(of client: StructDeclaration, _ properties: [Property]) -> [Problem] {
    guard properties.contains(where: { $0.function != nil || $0.stored.type.isEmpty }) else {
      let message = "'@InjectableClient' needs a property whose type is written as a function"
      return [Problem(message: message, position: client.name.range.lowerBound)]
    }
    return properties.compactMap(problem)
  }

  private func problem(of property: Property) -> Problem? {
    let stored = property.stored
    let name = stored.bareName
    let start = stored.name.range.lowerBound
    func fix(_ message: String, _ range: Range<Int>, _ newText: String) -> Problem.Fix {
      Problem.Fix(message: message, range: range, newText: newText)
    }
    if stored.hasSiblings {
      let message = "'@InjectableClient' needs a declaration of its own for each property"
      return Problem(message: message, position: start)
    }
    if stored.type.isEmpty {
      let message =
        "'@InjectableClient' needs the type of '\(name)': a macro sees the code, but not its types"
      let fix = fix("add the type", stored.typeRange, ": <#Type#>")
      return Problem(message: message, position: stored.typeRange.lowerBound, fix: fix)
    }
    if let condition = stored.header.condition ?? property.member.condition {
      let message =
        "'@InjectableClient' cannot be combined with '#if' around '\(name)'; "
        + "put the '#if' into the function's code"
      return Problem(message: message, position: condition.lowerBound)
    }
    guard let function = property.function else { return nil }
    if text(stored.keyword) == "let" {
      let message =
        "'@InjectableClient' needs a 'var', since a scope can replace the function '\(name)'"
      let fix = fix("replace 'let' with 'var'", stored.keyword, "var")
      return Problem(message: message, position: stored.keyword.lowerBound, fix: fix)
    }
    guard property.needsImplementation else { return nil }
    if let parameter = function.parameters.first(where: \.isVariadic) {
      let message =
        "'@InjectableClient' cannot hand on variadic arguments of '\(name)'; use an array"
      return Problem(message: message, position: parameter.type.first!.range.lowerBound, fix: nil)
    }
    if let attribute = function.attributes.first(where: { text($0.range).hasPrefix("@convention") }) {
      let message =
        "'@InjectableClient' cannot implement '\(name)': a function with '\(text(attribute.range))' "
        + "stores nothing; use a Swift function, and convert where it's needed"
      return Problem(message: message, position: attribute.range.lowerBound)
    }
    if let attribute = function.attributes.first(where: { $0.name == "isolated" }), !function.isAsync {
      let message =
        "'@InjectableClient' needs 'async' in the type of '\(name)', since its isolation is unknown"
      return Problem(message: message, position: attribute.range.lowerBound)
    }
    let mustHaveValue = function.isThrowing ? function.errorType != nil : function.plainResult == nil
    guard mustHaveValue, stored.initialValue.isEmpty else { return nil }
    let message =
      "'@InjectableClient' needs an initial value for '\(name)', with which a call continues that "
      + "has no implementation"
    let names = function.parameters.isEmpty ? "" : function.parameters.map { _ in "_" }
      .joined(separator: ", ") + " "
    let error = function.errorType.map { "throws\($0.text) in throw <#error#>" }
    let start2 = names.isEmpty ? (error.map { "() " + $0 } ?? "<#value#>") : names + (error ?? "in <#value#>")
    let end = stored.typeRange.upperBound
    return Problem(
      message: message,
      position: start,
      fix: fix("add an initial value", end..<end, " = { \(start2) }")
    )
  }
}
