/// What `@Injectable` makes of a property.
struct Injectable {
  /// The attribute's own code, and the declaration's, which begins with all its attributes.
  let attribute: [UInt8]
  let declaration: [UInt8]

  /// The code of the innermost declaration around it, without members: empty if there is none,
  /// `nil` if the compiler does not say.
  var context: [UInt8]?

  enum Role: String {
    case peer, accessor
  }

  struct Result {
    /// `nil` if nothing is added.
    var code: String?
    var problems: [Problem] = []
  }

  func expand(_ role: Role) -> Result {
    let property: PropertyDeclaration
    do { property = try PropertyDeclaration(declaration) } catch {
      return Result(problems: problems(of: error, role))
    }
    let arguments = InjectableArguments(attribute)
    let problems = problems(of: property, arguments)
    switch role {
    case .peer where problems.isEmpty:
      return Result(code: key(of: property, arguments))
    case .accessor where problems.isEmpty:
      return Result(code: accessors(of: property))
    case .peer:
      return Result(problems: problems)
    case .accessor:
      // The peer's expansion says what is wrong. Here nothing else must seem to be: an extension
      // cannot have stored properties.
      let canHaveAccessors = property.accessors == nil && text(property.keyword) == "var"
      return Result(code: canHaveAccessors ? "get { fatalError() }\nset {}" : nil)
    }
  }

  /// What the property stands in, if that is an extension.
  var enclosing: ExtensionDeclaration? { context.flatMap(ExtensionDeclaration.init) }

  /// Where the declaration begins, after space and comments.
  private var start: Int { TokenReader(declaration).token.range.lowerBound }

  func text(_ range: Range<Int>) -> String { String(decoding: declaration[range], as: UTF8.self) }
}

// MARK: - Problems

extension Injectable {
  /// Modifiers of stored properties and of types' properties. The compiler refuses other such
  /// itself.
  private static let refusedModifiers = [
    "static", "weak", "unowned", "unowned(safe)", "unowned(unsafe)",
  ]

  /// What there is to say once, of what the compiler does not say itself.
  private func problems(of failure: PropertyDeclaration.Failure, _ role: Role) -> [Problem] {
    switch failure {
    // A macro that makes accessors can be applied to a single variable, and to a subscript.
    case .severalNames: []
    case .notAProperty: role == .accessor ? [Problem(kind: .notAVariable, position: start)] : []
    case .tooDeep: role == .peer ? [Problem(kind: .tooDeep, position: start)] : []
    }
  }

  private func problems(
    of property: PropertyDeclaration,
    _ arguments: InjectableArguments
  ) -> [Problem] {
    if context != nil, enclosing?.typeName != "InjectedValues" {
      return [Problem(kind: .notInInjectedValues, position: start)]
    }
    if let unknown = arguments.unknown {
      return [Problem(kind: .unknownArgument(unknown), position: start)]
    }
    if let condition = property.header.condition {
      return [Problem(kind: .conditionalAttributes, position: condition.lowerBound)]
    }
    var problems: [Problem] = []
    func add(_ kind: Problem.Kind, at position: Int, fixing fixed: Range<Int>) {
      problems.append(Problem(kind: kind, position: position, fixed: fixed))
    }
    let name = bareName(of: property)
    let keyword = property.keyword
    if text(keyword) == "let" { add(.constant(name), at: keyword.lowerBound, fixing: keyword) }
    if let modifier = property.header.modifier(Self.refusedModifiers) {
      let start = modifier.range.lowerBound
      let end = endOfSpace(after: modifier.range.upperBound)
      add(.modifier(modifier.name), at: start, fixing: start..<end)
    }
    if let some = property.opaqueType {
      add(.opaqueType(name), at: some.lowerBound, fixing: some)
    }
    let end = property.type?.upperBound ?? property.name.upperBound
    if let accessors = property.accessors {
      let observed = property.initialValue?.upperBound
      add(
        .accessors(areObservers: observed != nil),
        at: accessors.lowerBound,
        fixing: (observed ?? end)..<accessors.upperBound
      )
    } else if property.initialValue == nil {
      add(.noInitialValue(name, hasType: property.type != nil), at: end, fixing: end..<end)
    } else if property.type == nil, property.literalType == nil {
      add(.noType(name, guess: guessedType(of: property)), at: end, fixing: end..<end)
    }
    return problems
  }

  private func endOfSpace(after end: Int) -> Int {
    var lexer = Lexer(declaration)
    lexer.position = end
    lexer.skipSpaceAndComments()
    return lexer.position
  }

  /// `Session` for `Session(…)` and `Cache.Disk` for `Cache.Disk(…)`: names that begin like those
  /// of types.
  private func guessedType(of property: PropertyDeclaration) -> String? {
    guard let value = property.initialValue else { return nil }
    var reader = TokenReader(Array(declaration[value]))
    var name = ""
    while ("A"..."Z").contains(reader.text.prefix(1)) {
      name += reader.text
      reader.advance()
      guard reader.isSign(".") else { break }
      name += "."
      reader.advance()
    }
    guard !name.isEmpty, reader.isSign("(") else { return nil }
    reader.skipGroup()
    return reader.isAtEnd ? name : nil
  }
}
