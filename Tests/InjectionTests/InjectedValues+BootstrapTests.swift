import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// The process's values (R16). They are set once, so each test is a process of its own.
@Suite struct InjectedValues_BootstrapTests {
  @Test func `it sets values for the whole process`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0.number = 2
        $0.text = "set"
        $0.number = 3
      }
      #expect(InjectedValues.current.number == 3)
      #expect(InjectedValues.current.text == "set")
      #expect(InjectedValues.current.sum == 103)
      #expect(await Task.detached { InjectedValues.current.number }.value == 3)
      withInjected(\.text, "inner") {
        #expect(InjectedValues.current.number == 3)
        #expect(InjectedValues.current.text == "inner")
      }
    }
  }

  @Test func `objects made before and after see the values`() async {
    await #expect(processExitsWith: .success) {
      let before = Holder()
      InjectedValues.bootstrap { $0.number = 2 }
      let after = Holder()
      #expect(before.number == 2)
      #expect(after.number == 2)
      #expect(await Task.detached { before.number + after.number }.value == 4)
      withInjected(\.number, 3) { #expect(before.number == 3 && after.number == 3) }
    }
  }

  @Test func `an object that a default made before sees the values`() async {
    await #expect(processExitsWith: .success) {
      let holder = InjectedValues.current.maker.holder
      InjectedValues.bootstrap { $0.number = 2 }
      #expect(holder.number == 2)
      withInjected(\.text, "inner") { #expect(holder.number == 2 && holder.text == "inner") }
      let scoped = withInjected(\.text, "home") { Holder() }
      withInjected(holder.$number) { #expect(scoped.number == 2 && scoped.text == "home") }
      #expect(InjectedValues.current.maker.holder.number == 2)
    }
  }

  @Test func `scopes opened before see the values`() async {
    await #expect(processExitsWith: .success) {
      let (values, holder) = withInjected(\.text, "inner") { (InjectedValues.current, Holder()) }
      withInjected(\.text, "running") {
        InjectedValues.bootstrap { $0.number = 2 }
        #expect(InjectedValues.current.number == 2)
        #expect(InjectedValues.current.text == "running")
      }
      #expect(values.number == 2 && values.text == "inner")
      #expect(holder.number == 2 && holder.text == "inner")
    }
  }

  @Test func `one member can be set, though that reads the default`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.config.timeout = 1 }
      #expect(InjectedValues.current.config.timeout == 1)
      #expect(InjectedValues.current.config.retries == 3)
    }
  }

  @Test func `a transient value that a default was built from is built at every read`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0.text = "set"
        #expect($0.stampHolder.stamp.text == "set")
      }
      let stamp = InjectedValues.current.stamp
      #expect(stamp.text == "set")
      #expect(InjectedValues.current.stamp !== stamp)
      #expect(InjectedValues.current.stampHolder === InjectedValues.current.stampHolder)
    }
  }

  @Test func `the closure sees the changes made so far, and not those of a scope`() async {
    await #expect(processExitsWith: .success) {
      withInjected(\.text, "scope") {
        InjectedValues.bootstrap {
          $0.number = 2
          #expect($0.sum == 102)
          #expect($0.text == "default")
          $0.number = 3
          $0.text = "\($0.sum)"
        }
      }
      #expect(InjectedValues.current.text == "103")
      #expect(InjectedValues.current.sum == 103)
    }
  }

  @Test func `a default that the closure read goes on in the process, if it is valid there`() async
  {
    await #expect(processExitsWith: .success) {
      var services: [Service] = []
      var makers: [Maker] = []
      InjectedValues.bootstrap {
        makers.append($0.maker)
        services.append($0.service)
        $0.text = "set"
        makers.append($0.maker)
        services.append($0.service)
        $0.number = 2
      }
      #expect(makers.allSatisfy { $0 === InjectedValues.current.maker })
      // The first service was built before the text was set that it is built from.
      #expect(services.map(\.text) == ["default", "set"])
      #expect(InjectedValues.current.service === services[1])
      #expect(withInjected(\.number, 3) { InjectedValues.current.service } === services[1])
      #expect(withInjected(\.text, "inner") { InjectedValues.current.service.text } == "inner")
    }
  }

  @Test func `objects made by the closure see the process's values`() async {
    await #expect(processExitsWith: .success) {
      var holders: [Holder] = []
      InjectedValues.bootstrap {
        holders.append(Holder())
        holders.append($0.maker.holder)
        $0.number = 2
        holders.append($0.maker.holder)
        $0.text = "set"
      }
      for holder in holders {
        #expect(holder.number == 2)
        #expect(holder.text == "set")
      }
      withInjected(\.text, "later") { for holder in holders { #expect(holder.text == "later") } }
    }
  }

  @Test func `test scopes do not inherit the values`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.number = 2 }
      withTestScope {
        #expect(InjectedValues.current.number == 1)
        #expect(InjectedValues.current.sum == 101)
      }
      let holder = Holder()
      withTestScope { #expect(holder.number == 1) }
    }
  }

  @Test func `an update that throws sets nothing, and another call may follow`() async {
    await #expect(processExitsWith: .success) {
      do throws(Failure) {
        try InjectedValues.bootstrap { values throws(Failure) in
          values.number = 2
          throw Failure()
        }
        Issue.record("must throw")
      } catch {}
      #expect(throws: Failure.self) {
        try InjectedValues.bootstrap {
          $0.text = "never"
          throw Failure()
        }
      }
      InjectedValues.bootstrap { $0.config.timeout = 1 }
      #expect(InjectedValues.current.number == 1)
      #expect(InjectedValues.current.text == "default")
      #expect(InjectedValues.current.config.timeout == 1)
    }
  }

  @Test func `values of many keys are set`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0[ManyKey<Int8>.self] = 1
        $0[ManyKey<Int16>.self] = 2
        $0[ManyKey<Int32>.self] = 3
        $0[ManyKey<Int64>.self] = 4
        $0[ManyKey<UInt8>.self] = 5
        $0[ManyKey<UInt16>.self] = 6
        $0[ManyKey<UInt32>.self] = 7
        $0[ManyKey<UInt64>.self] = 8
      }
      let values = InjectedValues.current
      #expect(values[ManyKey<Int8>.self] == 1 && values[ManyKey<Int16>.self] == 2)
      #expect(values[ManyKey<Int32>.self] == 3 && values[ManyKey<Int64>.self] == 4)
      #expect(values[ManyKey<UInt8>.self] == 5 && values[ManyKey<UInt16>.self] == 6)
      #expect(values[ManyKey<UInt32>.self] == 7 && values[ManyKey<UInt64>.self] == 8)
    }
  }

  // MARK: Mistakes

  @Test func `a second call stops, naming both places`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        InjectedValues.bootstrap { $0.number = 2 }
        InjectedValues.bootstrap { $0.text = "too late" }
      }
    )
    #expect(result.message.contains("The process's values must be set once"))
    #expect(result.message.contains("already set at InjectedValues+BootstrapTests.swift:"))
    #expect(result.message.contains("Place: InjectedValues+BootstrapTests.swift:"))
    #expect(result.message.contains("To fix this:"))
  }

  @Test func `a second call stops even where the first one set nothing`() async {
    await #expect(processExitsWith: .failure) {
      InjectedValues.bootstrap { _ in }
      InjectedValues.bootstrap { _ in }
    }
  }

  @Test func `a value that was read before stops, naming property and key`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = InjectedValues.current.number
        InjectedValues.bootstrap {
          $0.text = "set"
          $0.number = 2
        }
      }
    )
    #expect(result.message.contains("must be set before it is read"))
    #expect(result.message.contains("Property: \\.number"))
    #expect(result.message.contains("Key:      NumberKey"))
    #expect(result.message.contains("Value:    Int"))
    #expect(result.message.contains("Place:    InjectedValues+BootstrapTests.swift:"))
    #expect(result.message.contains("To fix this:"))
  }

  @Test(arguments: EarlyRead.allCases)
  func `a value that was read before stops, however it was read`(_ reader: EarlyRead) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [reader] in
      reader.read()
      InjectedValues.bootstrap { $0.number = 2 }
    }
    #expect(result?.message.contains("Property: \\.number") == true)
  }

  @Test func `an override that was read in a scope is no reason to stop`() async {
    await #expect(processExitsWith: .success) {
      withInjected(\.number, 5) { #expect(InjectedValues.current.sum == 105) }
      InjectedValues.bootstrap { $0.number = 2 }
      #expect(InjectedValues.current.sum == 102)
    }
  }

  @Test func `a read in a test scope is no reason to stop`() async {
    await #expect(processExitsWith: .success) {
      withTestScope { #expect(InjectedValues.current.number == 1) }
      InjectedValues.bootstrap { $0.number = 2 }
      #expect(InjectedValues.current.number == 2)
    }
  }
}

// MARK: - Fixtures

private struct Failure: Error {}

private struct Config: Sendable {
  var timeout = 30
  var retries = 3
}

private enum ManyKey<Value: FixedWidthInteger & Sendable>: InjectionKey {
  static var defaultValue: Value { 0 }
}

private struct Holder: Sendable {
  @Injected(\.number) var number
  @Injected(\.text) var text
}

private final class Maker: Sendable {
  let holder = Holder()
}

private final class StampHolder: Sendable {
  let stamp = InjectedValues.current.stamp
}

private final class Service: Sendable {
  let text = InjectedValues.current.text
}

extension InjectedValues {
  private enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }
  @Injectable(lifetime: .transient) fileprivate var stamp: Service = Service()
  @Injectable fileprivate var stampHolder: StampHolder = StampHolder()
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  @Injectable fileprivate var text: String = "default"
  @Injectable fileprivate var config: Config = Config()
  @Injectable fileprivate var sum: Int = InjectedValues.current.number + 100
  @Injectable fileprivate var maker: Maker = Maker()
  @Injectable fileprivate var service: Service = Service()
}

/// Ways to read a default before it is too late.
enum EarlyRead: String, CaseIterable, Codable {
  case property, otherDefault, scope, capturedValues

  func read() {
    switch self {
    case .property: _ = Holder().number
    case .otherDefault: _ = InjectedValues.current.sum
    case .scope: withInjected(\.text, "inner") { _ = InjectedValues.current.number }
    case .capturedValues:
      var values = InjectedValues.current
      values.text = "changed"
      _ = values.number
    }
  }
}
