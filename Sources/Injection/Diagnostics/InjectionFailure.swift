/// Mistakes in a program that leave no right way to go on.
enum InjectionFailure {
  /// What a thread builds, from one key on until it needs that key again; and where it needs it.
  case circle([Subject], SourcePlace)
  case sharedNeedsClass(Subject, SourcePlace)
  case unknownContext(String)
  case unknownIsolation(SourcePlace)
  case wrongIsolation(any Actor, SourcePlace)
  case builtOffActor(Subject, SourcePlace, declaration: SourcePlace)
  /// Of a key that somebody must provide; where it is read, and where it says so.
  case unprovided(Subject, SourcePlace, declaration: SourcePlace, InjectionContext)
  case unprovidedOutsideOfBuild(SourcePlace)
  /// The message of an issue that nobody handles.
  case unimplemented(Message, Subject?, SourcePlace)
  case bootstrappedTwice(first: SourcePlace, second: SourcePlace)
  case bootstrappedTooLate(Subject, firstUse: SourcePlace, isInBootstrap: Bool, SourcePlace)

  /// Stops the process, with a message that is attributed to the user's code; where properties are
  /// being verified, with all that is wrong with them.
  func stop() -> Never {
    Verification.current?.willStop(self)
    let place = place
    let (file, line) = place.map { ($0.file, UInt($0.line)) } ?? (#fileID, #line)
    fatalError(message.description, file: file, line: line)
  }

  private var place: SourcePlace? {
    switch self {
    case .unknownContext: nil
    case .builtOffActor(_, let place, let declaration),
      .unprovided(_, let place, let declaration, _):
      place.isKnown ? place : declaration
    case .circle(_, let place), .sharedNeedsClass(_, let place), .unknownIsolation(let place),
      .wrongIsolation(_, let place), .bootstrappedTwice(_, let place),
      .unprovidedOutsideOfBuild(let place), .unimplemented(_, _, let place),
      .bootstrappedTooLate(_, _, _, let place):
      place
    }
  }
}
