/// Any value whose code tells its type: `User.mock` or `MockMailer()`, but not `.mock`.
///
/// The compiler reads the arguments of a macro before it knows of which property they speak. Its
/// message for `.mock` has this name, and what to write instead is the type before the dot. Only
/// `nil` needs none.
public typealias TypeMustBeWritten = Any?
