/// A function that captures nothing, as the key path literals of `@Injected` are: its address.
///
/// Unlike a function value, which also has a context, it is copied without counting references: and
/// a stored wrapper is copied at every read.
@usableFromInline
@safe
struct BareFunction<Value>: @unchecked Sendable {
  // Unchecked because of the address, which is that of code, and the function is `Sendable`.
  @usableFromInline let address: UnsafeRawPointer

  /// `nil` if the function captures something.
  @usableFromInline
  init?(_ function: @escaping @Sendable (InjectedValues) -> Value) {
    // Safe to cast: on all systems a function value is two words, the address of the code and the
    // context; part of Swift's stable binary interface.
    let (address, context) = unsafe unsafeBitCast(
      Thick(function: function),
      to: (UnsafeRawPointer, UInt).self
    )
    guard context == 0 else { return nil }
    unsafe self.address = address
  }

  @inlinable
  var function: @Sendable (InjectedValues) -> Value {
    // Safe to cast: those two words again.
    unsafe unsafeBitCast((address, 0 as UInt), to: Thick.self).function
  }

  /// Calls the function with the values of a viewpoint. Somebody else holds it meanwhile, so that
  /// no reference needs to be counted.
  //
  // The optimizer does not find that out by itself: with a reference in the values, it counts it
  // around the call. Two threads that read would then wait for each other's count.
  @inlinable
  @inline(__always)
  func value(in viewpoint: Unmanaged<Viewpoint>, reader place: SourcePlace) -> Value {
    // Safe to cast: see above; and a function gets the words of a structure one by one, and does
    // not own what they refer to.
    let function = unsafe unsafeBitCast((address, 0 as UInt), to: UncountedThick.self).function
    return unsafe function(UncountedValues(viewpoint: viewpoint, home: nil, purpose: place))
  }

  /// `InjectedValues`, word by word, without references that are counted.
  // Safe: whoever makes one holds what it refers to.
  @usableFromInline
  @frozen
  @safe
  struct UncountedValues {
    @usableFromInline let viewpoint: Unmanaged<Viewpoint>?
    @usableFromInline let home: Unmanaged<Viewpoint>?
    @usableFromInline let purpose: SourcePlace

    @inlinable
    init(viewpoint: Unmanaged<Viewpoint>?, home: Unmanaged<Viewpoint>?, purpose: SourcePlace) {
      unsafe self.viewpoint = viewpoint
      unsafe self.home = home
      self.purpose = purpose
    }
  }

  @usableFromInline
  struct UncountedThick {
    @usableFromInline let function: @Sendable (UncountedValues) -> Value
  }

  /// Keeps the function as it is: a generic parameter would wrap it in another one.
  @usableFromInline
  struct Thick {
    @usableFromInline let function: @Sendable (InjectedValues) -> Value
  }
}
