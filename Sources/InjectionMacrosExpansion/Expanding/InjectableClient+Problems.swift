extension InjectableClient {
  /// The mistakes that the compiler doesn't report itself, or not where they are.
  func problems(of client: StructDeclaration, _ properties: [Property]) -> [Problem] {
    if let condition = client.condition {
      let message = "'@InjectableClient' cannot read '#if' here; put it into a function's code"
      return [Problem(message: message, position: condition.lowerBound)]
    }
    guard properties.contains(where: { $0.function != nil || $0.stored.type.isEmpty }) else {
      let message = "'@InjectableClient' needs a property whose type is written as a function"
      return [Problem(message: message, position: client.name.range.lowerBound)]
    }
    return properties.compactMap(problem)
  }

  private func problem(of property: Property) -> Problem? {
    let stored = property.stored
    let function = property.implemented
    let name = "'\(stored.name.bareName)'"
    let variadic = function?.parameters.first { $0.type.last?.text == "." }?.type.first
    // `@convention(c)` or `@isolated(any)`.
    let attribute = function?.header.attributes.first { text($0.range).hasSuffix(")") }
    let faults: [(Range<Int>?, String)] = [
      (stored.hasSiblings ? stored.name.range : nil, "needs one declaration for each property"),
      (variadic?.range, "cannot hand on the variadic arguments of \(name); use an array"),
      (attribute?.range, "cannot implement \(name) with this attribute; write the struct by hand"),
    ]
    for case (let range?, let message) in faults {
      return Problem(message: "'@InjectableClient' " + message, position: range.lowerBound)
    }
    if stored.type.isEmpty { return typeProblem(of: stored) }
    guard let function else { return nil }
    if let problem = constantProblem(of: stored, "the function \(name)") { return problem }
    let error = function.thrown
    let needsValue = function.isThrowing ? !error.isEmpty : function.plainResult == nil
    guard needsValue, !property.hasValue else { return nil }
    let reason = "since it cannot throw an 'UnimplementedError'"
    let message = "'@InjectableClient' needs an initial value for \(name), \(reason)"
    let names = function.parameters.map { _ in "_" }.joined(separator: ", ")
    let value = "(\(names)) \(error)in " + (error.isEmpty ? "<#value#>" : "throw <#error#>")
    let end = stored.typeRange.upperBound
    return Problem(message, at: end..<end, "add the initial value", " = { \(value) }")
  }
}
