// What a random program consists of. Nothing in here knows the library or its model: both run it.

/// What the code of a default does, one step after the other.
///
/// A step computes with what it reads, so the value says what was seen. Objects are picked by
/// numbers, which stand for any object: itself, one of its parts, one of their parts.
indirect enum ModelStep: Sendable {
  /// Reads a key.
  case read(Int)
  /// Reads a key, and holds the object.
  case hold(Int)
  /// Makes an object with wrappers, and holds it.
  case make
  /// Reads a key late, through an object.
  case readThrough(ModelSource, Int)
  /// Reads a key in the values that an object captured, or sees.
  case readIn(ModelSource, Int)
  /// Reads a key in the values that were current where the code was provided: what a decorator
  /// does.
  case readOutside(Int)
  /// Runs a step if the value so far is even: so what is read depends on values.
  case ifEven(ModelStep)
  /// Opens a scope.
  case open([ModelChange], [ModelStep])
  /// Enters the values that an object captured, or sees.
  case enter(ModelSource, [ModelStep])
  /// Changes the values that an object captured, or sees, and enters them.
  case change(ModelSource, [ModelChange], [ModelStep])
}

/// Where a step has an object from.
enum ModelSource: Sendable {
  /// It reads a key, and picks.
  case key(Int, pick: Int)
  /// It picks from what its own code holds so far.
  case own(pick: Int)
  /// It picks from what the program has by now, wherever that was made.
  case outside(Int, pick: Int)
}

/// What an update closure does to values.
enum ModelChange: Sendable {
  case set(Int, ModelGift)
  case provide(Int, [ModelStep])
  /// Reads a key in the values as they are now.
  ///
  /// Only after `escape`, or last: whether a draft that was read takes more changes is the
  /// library's own affair.
  case read(Int)
  /// Copies the values: what is changed afterwards is not in the copy.
  case escape
  /// Puts the values in their place that an object captured, or sees.
  case become(ModelSource)
}

/// What a key is set to.
enum ModelGift: Sendable {
  /// An object that is made where the values are changed.
  case made(Int)
  /// What a key is before the change.
  case read(Int)
  /// Any object that the program has already.
  case object(Int)
  /// An object that is made outside of all scopes, and captures nothing.
  case rooted(Int)
}

/// A key: what its default does, and how long that is kept.
struct ModelPlan: Sendable {
  var lifetime: ModelLifetime
  var steps: [ModelStep]
}

enum ModelLifetime: Hashable, Sendable {
  case scoped, singleton, transient, shared
  case scopedBy(Int)
}

/// What a program does outside of builds. Numbers pick one of the places, or objects, there are.
enum ModelOperation: Sendable {
  /// Opens a scope inside a place.
  case open(Int, [ModelChange])
  /// Changes captured values, which nobody enters.
  case change(Int, [ModelChange])
  /// Captures what an object sees in a place.
  case capture(Int, object: Int, pick: Int)
  /// Takes the values that an object captured: maybe in a build that is over.
  case take(object: Int, pick: Int)
  case make(Int)
  case read(ModelRead)
  /// Reads on several threads at once.
  case readAtOnce([ModelRead])
  /// Lets a place go.
  case endPlace(Int)
  /// Lets an object go.
  case endObject(Int)
}

/// A read outside of builds.
struct ModelRead: Sendable {
  var key: Int
  var place: Int
  /// The object that it goes through; `nil` for none.
  var object: Int?
  var pick = 0
}

struct ModelProgram: Sendable {
  enum Container: Sendable {
    /// A scope of the process's container that provides all keys: what is built goes with it.
    case process
    /// One that `withTestScope` opens.
    case test([ModelChange])
    /// The process's container itself, bootstrapped: what is built stays for ever.
    case bootstrapped([ModelChange])
  }

  let kind: Kind
  var plans: [ModelPlan]
  var containers: [Container]
  var operations: [ModelOperation]
}
