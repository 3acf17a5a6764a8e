import Injection
import TestSupport
import Testing

/// R2, R8: what objects see that were made in builds, or are used in other places than their home.
@Suite struct HomeTests {
  @Test(arguments: [false, true])
  func `a default that stands on one scope does not see another, whatever it was built in`(
    hasEnded: Bool
  ) {
    var one: InjectedValues? = withInjected {
      $0[One.self] = 1
    } operation: {
      .current
    }
    let holder = withInjected {
      $0[Two.self] = 99
    } operation: {
      Late()
    }
    let seen = withInjected(one!) { holder.two.projectedValue }
    if hasEnded { one = nil }
    let reader = withInjected(seen) { InjectedValues.current[ReaderOfOne.self] }
    #expect(reader.one == 1)
    #expect(withInjected(seen) { reader.two() } == 99)
    #expect(reader.two() == 0)
    withExtendedLifetime(one) {}
  }

  @Test func `a default does not see a scope through what a shared default sees`() {
    let one = withInjected {
      $0[One.self] = 1
    } operation: {
      InjectedValues.current
    }
    let two = withInjected {
      $0[Two.self] = 99
    } operation: {
      InjectedValues.current
    }
    let third = withInjected {
      $0[Third.self] = 5
      $0[Fourth.self] = 6
    } operation: {
      InjectedValues.current
    }
    #expect(third[Fourth.self] == 6)
    let holder = withInjected(two) { Late() }
    let seen = withInjected(one) {
      withInjected(holder.two.projectedValue) {
        let both = InjectedValues.current[ReaderOfBoth.self]
        #expect(both.one == 1)
        #expect(both.two == 99)
        return withInjected(third) { both.late.two.projectedValue }
      }
    }
    let reader = withInjected(seen) { InjectedValues.current[ReaderOfOne.self] }
    #expect(reader.one == 1)
    #expect(reader.two() == 0)
    withExtendedLifetime((one, two, third, holder)) {}
  }

  @Test func `a transient object sees in a build what it sees afterwards`() {
    let client = withInjected {
      $0[One.self] = 3
    } operation: {
      Injected({ $0[Builder.self] })
    }
    let builder = withInjected {
      $0[One.self] = 4
    } operation: {
      client()
    }
    #expect(builder.inBuild == 3)
    #expect(builder.part.reader().one == 3)
  }

  // Its code uses an object of one build, then of another, in a third.
  @Test func `objects of builds that still run are used in other builds`() async {
    await #expect(processExitsWith: .success) {
      precondition(InjectedValues.current[Outermost.self] == 1)
    }
  }

  @Test func `a shared default that is held is not built again`() {
    _ = InjectedValues.current[SharedOuter.self]
    let first = InjectedValues.current[SharedOuter.self]
    #expect(InjectedValues.current[SharedOuter.self] === first)
    #expect(InjectedValues.current[SharedOuter.self] === first)
    withExtendedLifetime(first) {}
  }

  @Test(arguments: [false, true])
  func `code reads its own key in the values outside, whether that is built or not`(
    isBuilt: Bool
  ) async {
    await #expect(processExitsWith: .success) { [isBuilt] in
      let outside = InjectedValues.current
      if isBuilt { _ = outside[WriterKey.self] }
      let writer = withInjected {
        $0.provide(LogKey.self) { "remote, " + outside[WriterKey.self].log }
      } operation: {
        InjectedValues.current[WriterKey.self]
      }
      precondition(writer.log == "remote, plain")
      precondition(outside[WriterKey.self].log == "plain")
    }
  }
}

// MARK: - Fixtures

private enum One: InjectionKey { static var defaultValue: Int { 0 } }
private enum Two: InjectionKey { static var defaultValue: Int { 0 } }
private enum Third: InjectionKey { static var defaultValue: Int { 0 } }
private enum Fourth: InjectionKey { static var defaultValue: Int { 0 } }

private final class Late: Sendable {
  let two = Injected({ $0[Two.self] })
}

private final class Reader: Sendable {
  let one = InjectedValues.current[One.self]
  let two = Injected({ $0[Two.self] })
}

private enum ReaderOfOne: InjectionKey { static var defaultValue: Reader { Reader() } }

private final class Both: Sendable {
  let one = InjectedValues.current[One.self]
  let two = InjectedValues.current[Two.self]
  let late = Late()
}

private enum ReaderOfBoth: InjectionKey {
  static var defaultValue: Both { Both() }
  static var lifetime: InjectionLifetime { .shared }
}

private final class Part: Sendable {
  let reader = Injected({ $0[ReaderOfOne.self] })
}

private enum PartKey: InjectionKey {
  static var defaultValue: Part { Part() }
  static var lifetime: InjectionLifetime { .transient }
}

private enum PartOfOne: InjectionKey {
  static var defaultValue: Injected<Part> {
    _ = InjectedValues.current[One.self]
    return Injected({ $0[PartKey.self] })
  }
}

private final class BuilderOfPart: Sendable {
  let part = InjectedValues.current[PartOfOne.self]()
  let inBuild: Int
  init() { inBuild = part.reader().one }
}

private enum Builder: InjectionKey {
  static var defaultValue: BuilderOfPart { BuilderOfPart() }
}

// Objects that code gets hold of before the build in which they were made is over.

private final class Made: Sendable {
  let one = Injected({ $0[One.self] })
  let values = InjectedValues.current
}

private let made = Lock<[Made]>([])

private enum Outermost: InjectionKey {
  static var defaultValue: Int {
    made.withLock { $0.append(Made()) }
    return withInjected {
      $0[One.self] = 1
    } operation: {
      InjectedValues.current[Middle.self]
    }
  }
}

private enum Middle: InjectionKey {
  static var defaultValue: Int {
    let middle = Made()
    let first = made.withLock {
      $0.append(middle)
      return $0[0]
    }
    return withInjected(first.values) { InjectedValues.current[Innermost.self] }
  }
}

private enum Innermost: InjectionKey {
  static var defaultValue: Int {
    let own = Made()
    let middle = made.withLock { $0[1] }
    return withInjected(middle.one.projectedValue) { own.one() }
  }
}

private final class Holder: Sendable {
  let part: Holder?
  init(_ part: Holder? = nil) { self.part = part }
}

private enum ReadsOne: InjectionKey {
  static var defaultValue: Int { InjectedValues.current[One.self] }
}

private enum SharedInner: InjectionKey {
  static var defaultValue: Holder {
    _ = InjectedValues.current[ReadsOne.self]
    return Holder()
  }
  static var lifetime: InjectionLifetime { .shared }
}

private enum SharedOuter: InjectionKey {
  static var defaultValue: Holder {
    withInjected { _ in
    } operation: {
      Holder(InjectedValues.current[SharedInner.self])
    }
  }
  static var lifetime: InjectionLifetime { .shared }
}

private final class Writer: Sendable {
  let log = InjectedValues.current[LogKey.self]
}

private enum LogKey: InjectionKey { static var defaultValue: String { "plain" } }
private enum WriterKey: InjectionKey { static var defaultValue: Writer { Writer() } }
