/// A mistake in a declaration, and where it is: ranges are of the bytes of the declaration.
struct Problem {
  enum Kind {
    case notAVariable
    case notInInjectedValues
    case unknownArgument(String)
    case constant(String)
    case modifier(String)
    case conditionalAttributes
    case accessors(areObservers: Bool)
    case noInitialValue(String, hasType: Bool)
    case noType(String, guess: String?)
    case opaqueType(String)
    case tooDeep
    /// What the compiler sent, and not the declaration, is wrong.
    case message(String)
  }

  var kind: Kind

  /// Where it is shown.
  var position = 0

  /// What the fix replaces, if there is one.
  var fixed: Range<Int>?

  var message: String {
    switch kind {
    case .notAVariable: "'@Injectable' can only be applied to a 'var'"
    case .notInInjectedValues:
      "'@Injectable' can only be used in an extension of 'InjectedValues'"
    case .unknownArgument(let label): "'@Injectable' has no argument '\(label)'"
    case .constant(let name):
      "'@Injectable' needs a 'var', since a scope can replace the value of '\(name)'"
    case .modifier(let modifier): "'@Injectable' cannot be combined with '\(modifier)'"
    case .conditionalAttributes:
      "'@Injectable' cannot be combined with '#if' before a property; put the '#if' around it"
    case .accessors: "an '@Injectable' property cannot have accessors or observers of its own"
    case .noInitialValue(let name, _):
      "'@Injectable' needs an initial value, which is the default of '\(name)'"
    case .noType(let name, _):
      "'@Injectable' needs the type of '\(name)': a macro sees the code, but not its types"
    case .opaqueType(let name):
      "the type of '\(name)' cannot be opaque, since a scope can replace the value"
    case .tooDeep:
      "'@Injectable' cannot read code that is nested so deeply; write the key out"
    case .message(let message): message
    }
  }

  /// What the fix is called, and what it puts where `fixed` is.
  var fix: (message: String, newText: String)? {
    switch kind {
    case .constant: ("replace 'let' with 'var'", "var")
    case .modifier(let modifier): ("remove '\(modifier)'", "")
    case .accessors(areObservers: true): ("remove the observers", "")
    case .noInitialValue(_, let hasType):
      ("add an initial value", (hasType ? "" : ": <#Type#>") + " = <#default value#>")
    case .noType(_, let guess?): ("add the type '\(guess)'", ": " + guess)
    case .noType: ("add the type", ": <#Type#>")
    case .opaqueType: ("replace 'some' with 'any'", "any")
    default: nil
    }
  }
}
