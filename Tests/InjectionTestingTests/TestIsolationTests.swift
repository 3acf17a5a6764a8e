import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite struct TestIsolationTests {
  // R3
  @Test func `an object that an earlier test kept does not carry that test's overrides`() {
    let kept = withTestScope {
      $0.label = "first"
    } operation: {
      Injected(\.label)
    }
    #expect(withTestScope { kept() } == "test")
    withTestScope {
      $0.label = "second"
    } operation: {
      #expect(kept() == "second")
    }
  }

  @Test func `a late task of a finished test does not touch the next one`() async {
    let gate = Gate()
    let late = withTestScope {
      $0.label = "finished"
    } operation: {
      let counter = InjectedValues.current.counter
      return Task {
        await gate.wait()
        InjectedValues.current.counter.increment()
        return (InjectedValues.current.label, counter.count)
      }
    }
    await withTestScope {
      $0.label = "next"
    } operation: {
      gate.open()
      let (label, count) = await late.value
      #expect(label == "finished")
      #expect(count == 1)
      #expect(InjectedValues.current.label == "next")
      #expect(InjectedValues.current.counter.count == 0)
    }
  }
}

/// R15 under load: many cases at once, over one key, each with state and an override of its own.
@Suite(.injected { $0.report = Report() })
struct LoadTests {
  @Test(.injected(\.counter, Counter()), arguments: 0..<2_000)
  func `no case sees another's values`(_ index: Int) async {
    let report = InjectedValues.current.report
    let counter = InjectedValues.current.counter
    #expect(counter.count == 0)
    await withInjected(\.label, "\(index)") {
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            InjectedValues.current.counter.increment()
            await Task.yield()
            return InjectedValues.current.label
          }
        }
        for await label in group { #expect(label == "\(index)") }
      }
      #expect(InjectedValues.current.archive === InjectedValues.current.archive)
    }
    #expect(counter.count == 4)
    #expect(InjectedValues.current.report === report)
    #expect(Seen.isNew(report) && Seen.isNew(counter) && Seen.isNew(InjectedValues.current.archive))
  }

}

/// What the cases were given. It is held, so that no address is used again.
private enum Seen {
  private static let objects = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  static func isNew(_ object: any AnyObject & Sendable) -> Bool {
    objects.withLock { $0.updateValue(object, forKey: ObjectIdentifier(object)) == nil }
  }
}
