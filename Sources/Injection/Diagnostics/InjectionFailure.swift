/// Mistakes in a program that leave no right way to go on.
enum InjectionFailure {
  case circle([KeyName])
  case sharedNeedsClass(KeyName, Any.Type, SourcePlace)
  case unknownContext(String)
  case unknownIsolation(SourcePlace)
  case noThread(Int32)
  case bootstrappedTwice(first: SourcePlace, second: SourcePlace)
  case bootstrappedTooLate(KeyName, Any.Type, SourcePlace)

  static func stop(_ failure: InjectionFailure) -> Never {
    Scope.current?.sharedContainer?.options.willStop?(failure.message.description)
    fatalError(failure.message.description)
  }
}
