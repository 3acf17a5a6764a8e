/// A mistake in a declaration. Ranges are of the bytes of the declaration, or of the attribute.
struct Problem {
  struct FixIt {
    var message: String
    var range: Range<Int>
    var newText: String
  }

  var message: String
  var position: Int
  var fixIt: FixIt?
}

extension Problem {
  static func notAVariable(at position: Int) -> Problem {
    Problem(message: "'@Injectable' can only be applied to a 'var'", position: position)
  }

  static func notInInjectedValues(at position: Int) -> Problem {
    Problem(
      message: "'@Injectable' can only be used in an extension of 'InjectedValues'",
      position: position
    )
  }

  static func unknownArgument(_ label: String, at position: Int) -> Problem {
    Problem(message: "'@Injectable' has no argument '\(label)'", position: position)
  }

  static func constant(_ name: String, keyword: Range<Int>) -> Problem {
    Problem(
      message: "'@Injectable' needs a 'var', since a scope can replace the value of '\(name)'",
      position: keyword.lowerBound,
      fixIt: FixIt(message: "replace 'let' with 'var'", range: keyword, newText: "var")
    )
  }

  static func modifier(_ modifier: DeclarationHeader.Modifier, before next: Int) -> Problem {
    Problem(
      message: "'@Injectable' cannot be combined with '\(modifier.name)'",
      position: modifier.range.lowerBound,
      fixIt: FixIt(
        message: "remove '\(modifier.name)'",
        range: modifier.range.lowerBound..<next,
        newText: ""
      )
    )
  }

  static func conditionalAttributes(at position: Int) -> Problem {
    Problem(
      message:
        "'@Injectable' cannot be combined with '#if' before a property; put the '#if' around it",
      position: position
    )
  }

  static func accessors(_ range: Range<Int>, areObservers: Bool, after end: Int) -> Problem {
    let fixIt = FixIt(message: "remove the observers", range: end..<range.upperBound, newText: "")
    return Problem(
      message: "an '@Injectable' property cannot have accessors or observers of its own",
      position: range.lowerBound,
      fixIt: areObservers ? fixIt : nil
    )
  }

  static func noInitialValue(_ name: String, hasType: Bool, end: Int) -> Problem {
    Problem(
      message: "'@Injectable' needs an initial value, which is the default of '\(name)'",
      position: end,
      fixIt: FixIt(
        message: "add an initial value",
        range: end..<end,
        newText: (hasType ? "" : ": <#Type#>") + " = <#default value#>"
      )
    )
  }

  static func noType(_ name: String, guess: String?, end: Int) -> Problem {
    Problem(
      message:
        "'@Injectable' needs the type of '\(name)': a macro sees the code, but not its types",
      position: end,
      fixIt: FixIt(
        message: guess.map { "add the type '\($0)'" } ?? "add the type",
        range: end..<end,
        newText: ": \(guess ?? "<#Type#>")"
      )
    )
  }

  static func opaqueType(_ name: String, some: Range<Int>) -> Problem {
    Problem(
      message: "the type of '\(name)' cannot be opaque, since a scope can replace the value",
      position: some.lowerBound,
      fixIt: FixIt(message: "replace 'some' with 'any'", range: some, newText: "any")
    )
  }

  static func tooDeep(at position: Int) -> Problem {
    Problem(
      message: "'@Injectable' cannot read code that is nested so deeply; write the key out",
      position: position
    )
  }
}
