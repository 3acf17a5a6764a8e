/// A JSON value. This doesn't use Foundation, because linking it slows down the plugin's build and
/// its start.
enum JSON {
  case string(String)
  case array([JSON])
  /// If two members have the same name, the last one counts.
  case object([String: JSON])
  /// A number, `true`, `false` or `null`, as it is written.
  case other(String)

  subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number, if it is a whole one.
  var integer: Int? {
    if case .other(let text) = self { Int(text) } else { nil }
  }

  var array: [JSON]? {
    if case .array(let values) = self { values } else { nil }
  }
}
