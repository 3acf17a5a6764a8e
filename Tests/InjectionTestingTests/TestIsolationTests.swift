import Injection
import InjectionTesting
import Synchronization
import Testing

@Suite(.serialized) struct TestIsolationTests {
  // R3
  @Test(.injected(\.label, "first"))
  func `an object that is kept carries its test's overrides there only`() {
    let service = Kept.service.withLock { service in
      service = Service()
      return service!
    }
    #expect(service.label() == "first")
  }

  @Test(.injected(\.label, "second"))
  func `an object that an earlier test kept sees this test's overrides`() throws {
    let service = try #require(Kept.service.withLock { $0 })
    #expect(service.label() == "second")
    #expect(withTestScope { service.label() } == "test")
  }

  @Test func `a late task of a finished test does not touch the next one`() async {
    let gate = AsyncStream.makeStream(of: Void.self)
    let late = withTestScope {
      $0.label = "finished"
    } operation: {
      let counter = InjectedValues.current.counter
      return Task {
        for await _ in gate.stream { break }
        InjectedValues.current.counter.increment()
        return (InjectedValues.current.label, counter.count)
      }
    }
    await withTestScope {
      $0.label = "next"
    } operation: {
      gate.continuation.yield()
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

  @Test(.injected(), arguments: 0..<2_000)
  func `no case sees another's defaults`(_ index: Int) async {
    let counter = InjectedValues.current.counter
    #expect(counter.increment() == 1)
    await Task.yield()
    #expect(InjectedValues.current.counter.increment() == 2)
    #expect(Seen.isNew(counter))
  }
}

private enum Kept {
  static let service = Mutex<Service?>(nil)
}

/// What the cases were given. It is held, so that no address is used again.
private enum Seen {
  private static let objects = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  static func isNew(_ object: any AnyObject & Sendable) -> Bool {
    objects.withLock { $0.updateValue(object, forKey: ObjectIdentifier(object)) == nil }
  }
}
