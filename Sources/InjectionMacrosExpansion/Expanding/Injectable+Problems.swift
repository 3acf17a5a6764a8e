extension Injectable {
  /// The mistakes that the compiler doesn't report itself.
  func problems(of property: PropertyDeclaration) -> [Problem] {
    if context != nil, enclosing?.typeName != "InjectedValues" {
      let message = "'@Injectable' can only be used in an extension of 'InjectedValues'"
      return [Problem(message: message, position: start)]
    }
    if let condition = property.header.condition {
      let message =
        "'@Injectable' cannot be combined with '#if' before a property; put the '#if' around it"
      return [Problem(message: message, position: condition.lowerBound)]
    }
    let name = property.name.bareName
    var problems = [constantProblem(of: property, "the value of '\(name)'")].compactMap(\.self)
    // Modifiers of stored and static properties. The compiler rejects others itself.
    if let modifier = property.header.modifiers.first(where: {
      ["class", "static", "weak"].contains($0.name) || $0.name.hasPrefix("unowned")
    }) {
      let space = declaration[modifier.range.upperBound...].prefix { $0 <= UInt8(ascii: " ") }
      let message = "'@Injectable' cannot be combined with '\(modifier.name)'"
      let range = modifier.range.lowerBound..<space.endIndex
      problems.append(Problem(message, at: range, "remove '\(modifier.name)'", ""))
    }
    let type = Scanner.tokens(of: declaration[property.typeRange], isGrouping: false)
    if let some = type.first(where: { $0.text == "some" }) {
      let message = "the type of '\(name)' cannot be opaque, since a scope can replace the value"
      problems.append(Problem(message, at: some.range, "replace 'some' with 'any'", "any"))
    }
    if let accessors = property.accessors {
      let message = "an '@Injectable' property cannot have accessors or observers of its own"
      let start = accessors.lowerBound
      // Observers follow a value. They are removed with the space before them.
      let observed = property.initialValue.last { $0.range.upperBound <= start }
      let fix = observed.map {
        let range = $0.range.upperBound..<accessors.upperBound
        return Problem.Fix(message: "remove the observers", range: range, newText: "")
      }
      problems.append(Problem(message: message, position: start, fix: fix))
    } else if !property.initialValue.isEmpty, self.type(of: property) == nil {
      problems.append(typeProblem(of: property))
    }
    return problems
  }
}
