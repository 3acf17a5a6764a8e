/// A value whose code includes its type: `User.mock` or `MockMailer()`, but not `.mock`.
///
/// The compiler checks the arguments of a macro before it knows the property. Its message about
/// `.mock` has this name: write the type before the dot. Only `nil` needs none.
public typealias TypeMustBeWritten = Any?

extension Optional where Wrapped == Any {
  /// Stands for the value `unimplemented` of the property's type: `@Injectable(test: .unimplemented)`.
  ///
  /// The macro `InjectableClient` adds that to a client.
  public static var unimplemented: TypeMustBeWritten { nil }
}
