/// A value whose code includes its type: `User.mock` or `MockMailer()`, but not `.mock`.
///
/// The compiler checks the arguments of a macro before it knows the property. Its message about
/// `.mock` has this name: write the type before the dot. Only `nil` and `.unimplemented` need none.
public typealias TypeMustBeWritten = Any?

extension Optional where Wrapped == Any {
  /// Stands for a client's value `unimplemented`, in the arguments of the macro `Injectable`.
  ///
  /// The code that the macro makes uses the member of this name that the property's type has.
  public static var unimplemented: TypeMustBeWritten { nil }
}
