/// A JSON value. Foundation's reader and writer would do as well, but to link them makes the
/// plugin's build and its start take longer.
enum JSON {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  /// Members keep their order; of two with one name, the last one counts.
  case object([(name: String, value: JSON)])

  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    for member in members.reversed() where member.name == name { return member.value }
    return nil
  }

  var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number, if it is a whole one.
  var integer: Int? {
    if case .number(let number) = self { Int(exactly: number) } else { nil }
  }

  var array: [JSON]? {
    if case .array(let values) = self { values } else { nil }
  }
}
