/// A JSON value. Foundation's reader and writer would do as well, but to link them makes the
/// plugin's build and its start take longer.
enum JSON {
  case string(String)
  case array([JSON])
  /// Of two members with one name, the last one counts.
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
