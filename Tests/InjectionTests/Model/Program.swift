/// A program of scopes and reads, which the library and an oracle play.
///
/// It is data, so that it can be made shorter and stored. Keys, places and objects are numbers. A
/// use of a missing one is skipped.
struct Program: Sendable {
  /// What the default of each key does.
  var code: [[Action]] = []
  /// Each has its own container, whose root is one of the places from 1 on. The process's root is
  /// place 0.
  var tests = 1
  var operations: [Operation]

  /// Whether code of a key opens a scope.
  var opensInCode: Bool { "\(self)".contains(".scope(") }

  func code(of key: Int) -> [Action] { key < code.count ? code[key] : [] }
}

/// A step of the program. The first number names its result.
enum Operation: Sendable {
  /// Opens a scope in a place.
  case open(Int, in: Int, [Given])
  /// Captures what a property of an object, or of a part of it, sees in a place.
  case capture(Int, in: Int, object: Int, part: Int)
  /// Reads a key in a place, maybe through a property of an object or of a part of it.
  case read(Int, key: Int, in: Int, object: Int? = nil, part: Int = 0)
  /// Lets go of a place or an object.
  case end(Int)
}

/// What code does. Its value is an object with a number and parts.
indirect enum Action: Sendable {
  case read(Int)
  /// Reads a key, and makes the value a part.
  case keep(Int)
  /// Makes an object, which is a part.
  case make
  /// Reads the first key, and through a part of its value the last key.
  case through(Int, part: Int, Int)
  /// Does something if what was read so far is even.
  case ifEven(Action)
  /// Opens a scope, maybe in what a part of a key's value sees.
  case scope([Given], [Action], key: Int? = nil, part: Int = 0)
}

/// What a scope says of a key.
enum Given: Sendable {
  /// A new object with a number, which is made in the current place, or in one of the program's.
  case made(Int, Int, place: Int? = nil)
  /// An object of the program.
  case object(Int, Int)
  /// Code in place of the default's own.
  case code(Int, [Action])
}

enum Lifetime {
  case scoped, scopedBy0, scopedBy5, singleton, transient, weak

  /// Fixed, since the library asks a key once.
  static let ofKeys: [Lifetime] = [
    .scoped, .scoped, .scopedBy0, .transient, .singleton, .scoped,
    .scoped, .weak, .scopedBy5, .transient,
  ]

  var scopedBy: [Int] { self == .scopedBy0 ? [0] : self == .scopedBy5 ? [5] : [] }
}

extension Program: CustomStringConvertible {
  /// The program as it is written in `StoredPrograms.swift`.
  var description: String {
    "Program(code: \(code), tests: \(tests), operations: \(operations))"
      .replacing(/[A-Za-z]+\.(Action|Given|Operation)\./, with: ".")
      .replacing(/, (place|key|object): nil(, part: \d+)?/, with: "")
  }
}
