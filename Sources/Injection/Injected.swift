/// Reads an injected value whenever the property is accessed.
///
/// ```swift
/// final class BasketService {
///   @Injected(\.repository) var repository
///   @Injected(\.config.timeout) var timeout
/// }
/// ```
///
/// > Warning: Don't use it in a SwiftUI `View`. SwiftUI evaluates views outside of every scope, so
/// > the property would see the values of the process only. Use
/// > `@Environment(\.injected.repository)` of the module `InjectionSwiftUI` there.
///
/// The property sees the overrides of the scope that is current when it is read, and those of its
/// *home*: the scope that was current when the object that holds it was made. If one of the two
/// is inside the other, the inner one wins; otherwise the current one comes first, up to where both
/// meet. In another test's container the home does not count.
///
/// A `Sendable` class cannot hold a wrapped `var`. It holds the wrapper, and calls it:
///
/// ```swift
/// final class Worker: Sendable {
///   let repository = Injected(\.repository)
///   func work() { repository().getAll() }
/// }
/// ```
///
/// `@Observable` makes a wrapper of its own for each property, and a property has one wrapper only:
///
/// ```swift
/// @Observable
/// final class BasketModel {
///   @ObservationIgnored @Injected(\.repository) var repository
/// }
/// ```
///
/// A wrapper holds its home, so an object that outlives its scope keeps the scope's values. A value
/// that a scope keeps should therefore not keep objects that it makes later, in that scope, with
/// wrappers of their own, nor transient values that it reads later: the scope would hold itself.
/// Those that it makes or reads while it is built don't hold the scope.
///
/// Declare each property in a `let` or `var` of its own: at a `let` of several with a wrapper among
/// them, such as `let a = 1, b = Injected(\.repository)`, the compiler of Swift 6.3 crashes.
///
/// The key path is a literal: it becomes a function, which the optimizer calls directly. A property
/// of `InjectedValues` that is isolated to an actor makes the wrapper usable on that actor only; a
/// read from elsewhere stops the process with a message.
@propertyWrapper
public struct Injected<Value: Sendable>: Sendable {
  /// What to read; `nil` if it captures something.
  @usableFromInline let thin: ThinFunction<Value>?

  /// The home, a `Viewpoint`, or `nil` for the process's root. Where `thin` is nil, a `Closure`.
  @usableFromInline let held: (any AnyObject & Sendable)?

  @usableFromInline let place: SourcePlace

  /// A function that captures something, and the home; `nil` is the process's root.
  @usableFromInline
  final class Closure: Sendable {
    @usableFromInline let function: @Sendable (InjectedValues) -> Value
    @usableFromInline let home: Viewpoint?

    init(_ function: @escaping @Sendable (InjectedValues) -> Value, home: Viewpoint?) {
      self.function = function
      self.home = home
    }
  }

  /// Reads a property of `InjectedValues`, or a member of one, given by a key path literal.
  ///
  /// - Parameters:
  ///   - property: `\.repository`, `\.config.timeout`, `\.databases["sqlite"]`.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Complexity: O(1).
  public init(
    _ property: @escaping @Sendable (InjectedValues) -> Value,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let home = Viewpoint.heldCurrent
    thin = ThinFunction(property)
    held = thin == nil ? Closure(property, home: home) : home
    self.place = SourcePlace(fileID, line)
    if let home, home.observation != nil { home.tellOfProperty(at: self.place) }
  }

  /// What to read.
  package var property: @Sendable (InjectedValues) -> Value { thin?.function ?? closure!.function }

  /// The home; `nil` is the process's root.
  package var home: Viewpoint? {
    if let closure { return closure.home }
    // Safe to cast: see `held`.
    return held.map { unsafe unsafeDowncast($0, to: Viewpoint.self) }
  }

  var closure: Closure? {
    // Safe to cast: see `held`.
    thin == nil ? unsafe unsafeDowncast(held!, to: Closure.self) : nil
  }

  /// The value that the property sees now.
  ///
  /// It is read from a copy of the wrapper. A `borrowing` parameter is not copied: call it instead.
  ///
  /// - Complexity: O(1), without a lock, an allocation or the evaluation of a key path; see the
  ///   subscript of ``InjectedValues`` for the first read.
  // To count a reference takes about half as long as the whole read. The getter of a stored `var`
  // in a class copies its wrapper, since what is read may replace it meanwhile: so the copy is
  // consumed here, and given up before the value is read, where it need not hold the home. The
  // optimizer sees that nothing in between can release it, and does not count it. (Measured: 1.1
  // times a bare task-local instead of 1.8.)
  @inlinable
  public var wrappedValue: Value {
    @inline(__always)
    consuming get {
      let (thin, place) = (thin, place)
      if held == nil {
        // Safe: where there is no function, a closure is held.
        return unsafe thin.unsafelyUnwrapped.value(in: currentOrProcess(), reader: place)
      }
      guard let thin else { return valueOfClosure() }
      let view = quickView(over: held)
      guard view.isHeldByTask else { return value(in: view) }
      _ = consume self
      return unsafe thin.value(in: view.viewpoint.unsafelyUnwrapped, reader: place)
    }
  }

  // Not inlined, these two, so that the caller holds `self` until they return; and with it, the
  // home.

  @inlinable
  @inline(never)
  func value(in view: QuickView) -> Value {
    guard let viewpoint = unsafe view.viewpoint else { return thin!.function(valuesToRead) }
    return unsafe thin!.value(in: viewpoint, reader: place)
  }

  @inlinable
  @inline(never)
  func valueOfClosure() -> Value {
    // Safe to use unretained: `self` holds it. Safe to cast: see `held`.
    unsafe Unmanaged.passUnretained(held!)._withUnsafeGuaranteedRef {
      let closure = unsafe unsafeDowncast($0, to: Closure.self)
      let viewpoint =
        unsafe closure.home == nil ? currentOrProcess() : quickView(over: closure.home).viewpoint
      guard let viewpoint = unsafe viewpoint else { return closure.function(valuesToRead) }
      return unsafe viewpoint._withUnsafeGuaranteedRef {
        closure.function(InjectedValues($0, reader: place))
      }
    }
  }

  /// All values that the property sees now.
  ///
  /// Use them to read other values, to explain them, or to enter them elsewhere.
  ///
  /// - Complexity: O(1).
  public var projectedValue: InjectedValues {
    let values = valuesToRead
    values.viewpoint?.hold()
    return values
  }

  /// The same for one read.
  @usableFromInline var valuesToRead: InjectedValues {
    let current = Viewpoint.current
    guard let home else { return InjectedValues(current, reader: place) }
    let view = ScopeView(current ?? Scope.process, home: home)
    return InjectedValues(
      view.isProcess ? nil : view.viewpoint,
      home: view.home,
      reader: place
    )
  }

  /// The value that the property sees now.
  ///
  /// - Returns: The value.
  /// - Complexity: That of ``wrappedValue``.
  @inlinable
  @inline(__always)
  public func callAsFunction() -> Value { wrappedValue }
}

// MARK: - What is called

/// A function that captures nothing, as the key path literals of `@Injected` are: its address.
///
/// Unlike a function value, which also has a context, it is copied without counting references: and
/// a stored wrapper is copied at every read.
@usableFromInline
@safe
struct ThinFunction<Value>: @unchecked Sendable {
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
