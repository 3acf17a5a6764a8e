/// A program of scopes and reads, which the library and an oracle play.
///
/// It is data, so that it can be made shorter and stored. Keys, places and objects are numbers.
/// What names a place or an object that is not there is skipped.
struct Program: Sendable {
  /// What the default of each key does; how long it is kept: `Lifetime.ofKeys`.
  var code: [[Action]]
  /// Tests with a container of their own. Their roots are the places from 1 on; place 0 is the
  /// process's root.
  var containers = 1
  var operations: [Operation]

  func code(of key: Int) -> [Action] { key < code.count ? code[key] : [] }
}

/// What the program itself does. The first number is the name of what comes from it.
enum Operation: Sendable {
  /// Opens a scope in a place.
  case open(Int, in: Int, [Given])
  /// Captures what a property of an object, or of a part of it, sees in a place.
  case capture(Int, in: Int, object: Int, part: Int)
  /// Reads a key in a place, and keeps the value.
  case read(Int, key: Int, in: Int)
  /// The same through a property of an object, or of a part of it.
  case readThrough(Int, key: Int, in: Int, object: Int, part: Int)
  /// Lets go of a place or an object.
  case end(Int)
}

/// What the code of a default does. Its value is an object with a number and parts.
indirect enum Action: Sendable {
  case read(Int)
  /// Reads a key, and makes the value a part.
  case keep(Int)
  /// Makes an object, which is a part.
  case make
  /// Reads the first key, and through a part of its value the last key.
  case through(Int, part: Int, Int)
  /// Does an action if what was read so far is even.
  case ifEven(Action)
  /// Opens a scope.
  case scope([Given], [Action])
  /// Opens a scope in what a part of a key's value sees.
  case scopeThrough(Int, part: Int, [Given], [Action])
}

/// What a scope says of the key that is the first number.
enum Given: Sendable {
  /// A new object with a number.
  case made(Int, Int)
  /// A new object with a number, which is made in a place. Only a program's operations do this.
  case madeIn(Int, Int, place: Int)
  /// An object of the program. Only a program's operations do this.
  case object(Int, Int)
  /// What another key has in the place where the scope is opened.
  case read(Int, Int)
  /// Code in place of the default's own.
  case code(Int, [Action])
}

enum Lifetime {
  case scoped(by: Int?)
  case singleton, transient, shared

  /// Fixed, since the library asks a key once.
  static let ofKeys: [Lifetime] = [
    .scoped(by: nil), .scoped(by: nil), .scoped(by: 0), .transient, .singleton, .scoped(by: nil),
    .scoped(by: nil), .shared, .scoped(by: 5), .transient, .singleton, .scoped(by: nil),
  ]

  var isTransient: Bool { if case .transient = self { true } else { false } }
}

extension Program: CustomStringConvertible {
  /// The program as it is written in `StoredPrograms.swift`.
  var description: String {
    let operations = operations.map { "\n      \($0)," }.joined()
    return """
      Program(
          code: \(code),
          containers: \(containers),
          operations: [\(operations)
          ]
        )
      """
      .replacing(/[A-Za-z]+\.(Action|Given|Operation)\./, with: ".")
      .replacing(/\n {6}(?=[a-z])/, with: "\n      .")
  }
}
