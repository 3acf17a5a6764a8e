import Injection
import Synchronization
import TestSupport
import Testing

/// What a scope held goes with it, also where its objects were used in other scopes.
@Suite(.serialized) struct EndedScopesTests {
  @Test(arguments: [false, true])
  func `a default on two chains goes, whether it reads itself late or not`(readsItself: Bool) {
    expectNothingLeft {
      let home = withInjected {
        $0[One.self] = Token()
      } operation: {
        Reader()
      }
      withInjected {
        $0[Two.self] = Token()
      } operation: {
        let both = home.both()
        if readsItself { #expect(both.own() === both) }
      }
    }
  }

  @Test func `scopes go where an object of one enters what it sees in the other`() {
    let session = withInjected {
      $0[One.self] = Token()
    } operation: {
      Reader()
    }
    expectNothingLeft {
      withInjected {
        $0[Two.self] = Token()
      } operation: {
        let own = Reader()
        withInjected(session.two.projectedValue) { _ = own.two() }
      }
    }
  }

  @Test func `scopes go where a default reads through an object of one of them`() {
    let session = withInjected {
      $0[One.self] = Token()
    } operation: {
      Reader()
    }
    expectNothingLeft {
      withInjected {
        $0[Two.self] = Token()
        $0[ReaderKey.self] = Reader()
      } operation: {
        withInjected {
          $0[ReaderKey.self] = Reader()
        } operation: {
          _ = session.throughReader()
        }
      }
    }
  }

  @Test func `a session goes that was given to a request's scope`() {
    expectNothingLeft {
      let session = withInjected {
        $0[One.self] = Token()
      } operation: {
        Reader()
      }
      withInjected {
        $0[ReaderKey.self] = session
        $0[Number.self] = 1
      } operation: {
        // The request is the first of the two in which something is read.
        _ = InjectedValues.current[Number.self]
        let session = InjectedValues.current[ReaderKey.self]!
        _ = session.number()
        _ = session.one()
      }
    }
  }

  @Test func `a scope goes where a default reads a transient one in captured values`() {
    expectNothingLeft {
      withInjected {
        $0[One.self] = Token()
      } operation: {
        _ = InjectedValues.current[Queue.self]
      }
    }
  }

  @Test(arguments: [false, true])
  func `a default goes whose code opened a scope for a part`(readsItself: Bool) {
    expectNothingLeft {
      withInjected {
        $0[One.self] = Token()
      } operation: {
        let whole = InjectedValues.current[WholeKey.self]
        if readsItself {
          #expect(whole.part.whole() === whole)
          #expect(whole.part.number() == 7)
        }
      }
    }
  }

  /// Whether the scope in which the override was made is used first, or the one that has it.
  @Test(arguments: [false, true])
  func `a scope goes that overrides a key with an object of a scope that is used later`(
    isUsedFirst: Bool
  ) {
    expectNothingLeft {
      let other = withInjected {
        $0[One.self] = Token()
      } operation: {
        Reader()
      }
      var part: Reader?
      var values: InjectedValues?
      withInjected {
        $0[Number.self] = 1
      } operation: {
        part = Reader()
        values = .current
        if isUsedFirst { _ = other.number() }
      }
      var reader: Reader?
      withInjected {
        $0[ReaderKey.self] = part
      } operation: {
        reader = Reader()
        _ = other.number()
      }
      withInjected(values!) {
        _ = reader!.sum()
        _ = reader!.reader()
      }
    }
  }
}

/// Runs something a few times, and expects that nothing of it is left.
private func expectNothingLeft(
  _ round: () -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let before = Token.alive
  let born = Token.born
  for _ in 0..<1_000 { round() }
  #expect(Token.born >= born + 1_000, sourceLocation: sourceLocation)
  #expect(Token.alive - before == 0, sourceLocation: sourceLocation)
}

// MARK: - Fixtures

/// Counted.
private class Token: @unchecked Sendable {  // Unchecked: it is no `final` class, and has no state.
  private static let births = Atomic(0)
  private static let deaths = Atomic(0)
  static var born: Int { births.load(ordering: .relaxed) }
  static var alive: Int { born - deaths.load(ordering: .relaxed) }
  init() { Self.births.add(1, ordering: .relaxed) }
  deinit { Self.deaths.add(1, ordering: .relaxed) }
}

private enum One: InjectionKey { static var defaultValue: Token? { nil } }
private enum Two: InjectionKey { static var defaultValue: Token? { nil } }
private enum Number: InjectionKey { static var defaultValue: Int { 0 } }
private enum ReaderKey: InjectionKey { static var defaultValue: Reader? { nil } }

private final class Reader: Token, @unchecked Sendable {  // Unchecked like its superclass.
  let one = Injected({ $0[One.self] })
  let two = Injected({ $0[Two.self] })
  let number = Injected({ $0[Number.self] })
  let reader = Injected({ $0[ReaderKey.self] })
  let both = Injected({ $0[BothKey.self] })
  let sum = Injected({ $0[Sum.self] })
  let throughReader = Injected({ $0[ThroughReader.self] })
}

private final class Both: Token, @unchecked Sendable {  // Unchecked like its superclass.
  let one = InjectedValues.current[One.self]
  let two = InjectedValues.current[Two.self]
  let own = Injected({ $0[BothKey.self] })
}

private enum BothKey: InjectionKey { static var defaultValue: Both { Both() } }

private enum Sum: InjectionKey {
  static var defaultValue: Int {
    InjectedValues.current[Number.self] + (InjectedValues.current[ReaderKey.self] == nil ? 0 : 1)
  }
}

/// Reads through an object while it is built.
private enum ThroughReader: InjectionKey {
  static var defaultValue: Token {
    _ = InjectedValues.current[ReaderKey.self]!.two()
    return Token()
  }
}

private final class Maker: Token, @unchecked Sendable {  // Unchecked like its superclass.
  let values = InjectedValues.current
}

private enum MakerKey: InjectionKey {
  static var defaultValue: Maker {
    _ = InjectedValues.current[One.self]
    return Maker()
  }
}

private enum Job: InjectionKey {
  static var defaultValue: Reader { Reader() }
  static var lifetime: InjectionLifetime { .transient }
}

private enum Queue: InjectionKey {
  static var defaultValue: Reader { InjectedValues.current[MakerKey.self].values[Job.self] }
}

private final class Whole: Token, @unchecked Sendable {  // Unchecked like its superclass.
  let one = InjectedValues.current[One.self]
  let part = withInjected {
    $0[Number.self] = 7
  } operation: {
    WholePart()
  }
}

private final class WholePart: Token, @unchecked Sendable {  // Unchecked like its superclass.
  let whole = Injected({ $0[WholeKey.self] })
  let number = Injected({ $0[Number.self] })
}

private enum WholeKey: InjectionKey { static var defaultValue: Whole { Whole() } }
