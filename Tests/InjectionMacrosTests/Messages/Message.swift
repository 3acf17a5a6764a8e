import Foundation
import Testing

@testable import InjectionMacrosExpansion

/// Messages from the compiler, and their frames.
enum Message {
  static let capability = #"{"getCapability":{"capability":{"protocolVersion":7}}}"#

  /// The message of Swift 6.3 for a declaration that begins at byte 100 of its file.
  static func expansion(
    of declaration: String,
    attribute: String = "@Injectable",
    role: String = "peer",
    macro: String = "Injectable",
    context: String = "extension InjectedValues {}"
  ) -> String {
    """
    {"expandAttachedMacro":{"attributeSyntax":{"kind":"attribute","location":\(location),\
    "source":\(quoted(attribute))},"declSyntax":{"kind":"declaration","location":\(location),\
    "source":\(quoted(declaration))},"discriminator":"$s9Injection14InjectedValuesV6ClientE7retries\
    10InjectablefMp_","lexicalContext":[{"kind":"declaration","location":{"column":0,"fileID":"",\
    "fileName":"","line":0,"offset":0},"source":\(quoted(context))}],"macro":{"moduleName":\
    "InjectionMacrosPlugin","name":"\(macro) ","typeName":"\(macro)"},"macroRole":"\(role)",\
    "staticBuildConfiguration":\(quoted(configuration))}}
    """
  }

  /// A message with its length in front.
  static func framed(_ message: String) -> Data {
    let message = Data(message.utf8)
    return Data((0..<8).map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) }) + message
  }

  /// The messages in a program's output.
  static func all(in data: Data) throws -> [Answer] {
    var rest = data
    var messages: [Answer] = []
    while !rest.isEmpty {
      let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      messages.append(try Answer(rest.dropFirst(8).prefix(length)))
      rest = rest.dropFirst(8 + length)
    }
    return messages
  }

  private static let location =
    #"{"column":3,"fileID":"Client/Keys.swift","fileName":"/Client/Keys.swift","line":5,"offset":100}"#

  /// About as long as the real one, which has all conditions for `#if`.
  private static let configuration =
    #"{"attributes":["\#(String(repeating: #"usableFromInline","#, count: 200))main"],"targets":[]}"#

  private static func quoted(_ text: String) -> String {
    // Safe: any string can be encoded.
    try! String(decoding: JSONEncoder().encode(text), as: UTF8.self)
  }
}

/// The plugin's replies to messages.
struct Answer {
  let json: JSON

  init(_ data: Data) throws { json = try #require(JSON(data)) }

  init(to message: String) throws { try self.init(Plugin.reply(to: Data(message.utf8))) }

  var expandedSource: String? { json["expandMacroResult"]?["expandedSource"]?.string }

  var diagnostics: [JSON]? { json["expandMacroResult"]?["diagnostics"]?.array }

  var messages: [String?]? { diagnostics?.map { $0["message"]?.string } }
}
