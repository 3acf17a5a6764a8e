/// Any value, with its type: `User.mock` or `MockMailer()`, where Swift elsewhere takes `.mock`.
///
/// The compiler reads the arguments of a macro before it knows of which property they speak. Only
/// `nil` needs no type. The compiler's message for `.mock` has this name.
public typealias TypeMustBeWritten = Any?
