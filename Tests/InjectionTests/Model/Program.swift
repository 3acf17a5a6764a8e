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
  /// Whether what the process sees is read, too. It keeps what it builds, so such a program has keys
  /// of its own.
  var readsProcess = false
  /// How objects hold the place where they are made, by their numbers.
  var holds: [Hold] = [.property]
  /// Whether some scopes are opened by changing captured values.
  var changesValues = false
  /// Whether some reads are recorded.
  var records = false
  var operations: [Operation]
  /// How often the program was made in some ways.
  var ways: [Way: Int] = [:]

  func hold(of number: Int) -> Hold {
    let hash = UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15
    return holds[Int(hash >> 40) % holds.count]
  }
  /// How code opens a scope that says something of keys.
  enum Opening {
    case closure, overriding, changed, copied, replaced
    /// Whether captured values are changed.
    var changesValues: Bool { [.changed, .copied, .replaced].contains(self) }
  }

  func opening(_ keys: [Int]) -> Opening {
    if !changesValues { return .closure }
    let all: [Opening] = [.closure, .overriding, .changed, .copied]
    let number = keys.reduce(keys.count, +) % 8
    return number == 6 ? .replaced : all[number % 4]
  }

  /// Whether a closure that sets values enters them to read a key for another one.
  func entersDraft(_ key: Int, for other: Int) -> Bool { (key + other) % 2 == 0 }

  func code(of key: Int) -> [Action] { key < code.count ? code[key] : [] }

  /// Whether objects hold tasks, or make some.
  var hasTasks: Bool { holds.contains(.task) || holds.contains(.stream) }

  /// Whether code starts threads. They may wait for the code, so it waits for no task then.
  var startsThreads: Bool {
    code.contains { $0.contains(where: \.startsThreads) }
      || operations.contains { $0.given.contains(where: \.startsThreads) }
  }
}

/// A step of the program. The first number names its result.
enum Operation: Sendable {
  /// Opens a scope in a place.
  case open(Int, in: Int, [Given])
  /// Changes the values that were captured in a place. Until they are used, further changes are of
  /// the same scope, or of a copy.
  case change(Int, of: Int, [Given])
  /// Captures what a property of an object, or of a part of it, sees in a place.
  case capture(Int, in: Int, object: Int, part: Int)
  /// Reads a key in a place, maybe through a property of an object or of a part of it.
  case read(Int, key: Int, in: Int, object: Int? = nil, part: Int = 0)
  /// Creates a collection with one scope in a place, which is opened when it is first entered.
  case keep(Int, in: Int, [Given])
  /// Enters a kept scope in a place, and captures what is seen there.
  case enter(Int, kept: Int, in: Int)
  /// Removes a kept scope from its collection, which opens a new one when that is entered again.
  case remove(Int)
  /// Sets the values of a container of its own.
  case root(Int, [Given])
  /// Opens a scope with a resource: a new object with a number.
  case resource(Int, in: Int, key: Int, Int)
  /// Lets go of a place, an object or a collection.
  case end(Int)

  /// What it says of keys.
  var given: [Given] {
    switch self {
    case .open(_, _, let given), .change(_, _, let given), .keep(_, _, let given),
      .root(_, let given):
      given
    case .capture, .read, .enter, .remove, .resource, .end: []
    }
  }
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
  /// Opens a scope, maybe in what a part of a key's value holds. Without overrides, enters that.
  case scope([Given], [Action], key: Int? = nil, part: Int = 0)
  /// Another thread reads a key through an object that is made here, in no scope or in a place of
  /// the program. The code goes on when that has read, or waits for what this code does next.
  case other(Int, in: Int?)
  /// Enters a kept scope of the program, if it is there.
  case enter(Int, [Action])

  fileprivate var startsThreads: Bool {
    switch self {
    case .other: true
    case .ifEven(let action): action.startsThreads
    case .scope(let given, let actions, _, _):
      given.contains(where: \.startsThreads) || actions.contains(where: \.startsThreads)
    case .enter(_, let actions): actions.contains(where: \.startsThreads)
    case .read, .keep, .make, .through: false
    }
  }
}

/// What a scope says of a key.
enum Given: Sendable {
  /// A new object with a number, which is made in the current place, or in one of the program's.
  case made(Int, Int, place: Int? = nil)
  /// An object of the program.
  case object(Int, Int)
  /// Code in place of the default's own.
  case code(Int, [Action])
  /// The same. A part of its value is what the scope outside says, or the default there.
  case decorator(Int, [Action])
  /// A new object that has what the scope says so far of another key as a part.
  case from(Int, Int)

  fileprivate var startsThreads: Bool {
    switch self {
    case .code(_, let actions), .decorator(_, let actions):
      actions.contains(where: \.startsThreads)
    case .made, .object, .from: false
    }
  }
}

/// How an object holds the place where it was made.
enum Hold: CaseIterable {
  /// A property; values, to be read or entered; what a property sees.
  case property, direct, entered, projected
  /// A closure that makes an object in captured values.
  case closure
  /// A task, which reads when it is asked; a stream, whose code has a property and runs in a task
  /// of who asks.
  case task, stream
}

extension Hold {
  /// How code that decorates what a key has outside holds the values there. A transient value is
  /// read where they are entered: else a default that stores it would hold what its code opens.
  static func ofDecorator(_ key: Int) -> Hold {
    Lifetime.ofKeys[key] == .transient ? .entered : .direct
  }
}

enum Lifetime {
  case scoped, scopedBy0, scopedBy5, singleton, transient, weak

  /// Fixed, since the library asks a key once.
  static let ofKeys: [Lifetime] = [
    .scoped, .scoped, .scopedBy0, .transient, .singleton, .scoped,
    .scoped, .weak, .scopedBy5, .transient,
  ]

  var isScoped: Bool { [.scoped, .scopedBy0, .scopedBy5].contains(self) }
  var scopedBy: [Int] { self == .scopedBy0 ? [0] : self == .scopedBy5 ? [5] : [] }
}

extension Program: CustomStringConvertible {
  /// The program as it is written in `StoredPrograms.swift`.
  var description: String {
    ("Program(code: \(code), tests: \(tests), readsProcess: \(readsProcess), holds: \(holds), "
      + "changesValues: \(changesValues), records: \(records), "
      + "operations: \(operations))")
      .replacing(/[A-Za-z]+\.(Action|Given|Hold|Operation)\./, with: ".")
      .replacing(/Optional\((\d+)\)/) { "\($0.1)" }
      .replacing(/, (place|key|object|in): nil(, part: \d+)?/, with: "")
  }
}
