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
    var problems: [Problem] = []
    func add(_ message: String, at range: Range<Int>, _ fix: String, _ newText: String) {
      let fix = Problem.Fix(message: fix, range: range, newText: newText)
      problems.append(Problem(message: message, position: range.lowerBound, fix: fix))
    }
    let name = property.bareName
    if text(property.keyword) == "let" {
      let message = "'@Injectable' needs a 'var', since a scope can replace the value of '\(name)'"
      add(message, at: property.keyword, "replace 'let' with 'var'", "var")
    }
    // Modifiers of stored and static properties. The compiler rejects others itself.
    if let modifier = property.header.modifiers.first(where: {
      ["class", "static", "weak"].contains($0.name) || $0.name.hasPrefix("unowned")
    }) {
      let space = declaration[modifier.range.upperBound...].prefix { $0 <= UInt8(ascii: " ") }
      let message = "'@Injectable' cannot be combined with '\(modifier.name)'"
      let range = modifier.range.lowerBound..<space.endIndex
      add(message, at: range, "remove '\(modifier.name)'", "")
    }
    let type = Scanner.tokens(of: declaration[property.typeRange], isGrouping: false)
    if let some = type.first(where: { $0.text == "some" }) {
      let message = "the type of '\(name)' cannot be opaque, since a scope can replace the value"
      add(message, at: some.range, "replace 'some' with 'any'", "any")
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
      let message =
        "'@Injectable' needs the type of '\(name)': a macro sees the code, but not its types"
      add(message, at: property.typeRange, "add the type", ": <#Type#>")
    }
    return problems
  }
}
