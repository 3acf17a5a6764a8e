/// What the plugin answers.
enum Reply {
  case capability
  case expansion(code: String?, [Diagnostic])

  /// The version of the protocol in which messages have all that is read here.
  private static let protocolVersion = 7.0

  var json: JSON {
    switch self {
    case .capability:
      return [
        "getCapabilityResult": ["capability": ["protocolVersion": .number(Self.protocolVersion)]]
      ]
    case .expansion(let code, let diagnostics):
      return [
        "expandMacroResult": [
          "expandedSource": code.map(JSON.string) ?? .null,
          "diagnostics": .array(diagnostics.map(\.json)),
        ]
      ]
    }
  }

  /// Answers a message. There is always an answer, since the compiler waits for one.
  init(to message: [UInt8]) {
    do {
      self.init(to: try Request(JSON(message)))
    } catch let unknown as Request.Unknown {
      self = .expansion(code: nil, [Diagnostic(unknown.message)])
    } catch {
      self = .expansion(
        code: nil,
        [Diagnostic("the macro's plugin cannot read a message of the compiler's")]
      )
    }
  }

  private init(to request: Request) {
    switch request {
    case .capability:
      self = .capability
    case .expansion(let request):
      self.init(to: request)
    }
  }

  private init(to request: Request.Expansion) {
    guard request.macro == "Injectable", let role = Injectable.Role(rawValue: request.role) else {
      let message = "the macro's plugin has no \(request.role) macro '\(request.macro)'"
      self = .expansion(code: nil, [Diagnostic(message)])
      return
    }
    let macro = Injectable(
      attribute: request.attribute.bytes,
      declaration: request.declaration.bytes,
      context: request.context
    )
    let result = macro.expand(role)
    self = .expansion(
      code: result.code,
      result.problems.map { Diagnostic($0, in: request.declaration) }
    )
  }
}
