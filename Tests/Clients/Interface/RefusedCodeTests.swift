import Foundation
import TestSupport
import Testing

/// Data races don't compile. Each line that the compiler must reject, and no
/// other, ends with `// refused`.
struct RefusedCodeTests {
  @Test func `a property of the main actor is not read elsewhere`() async throws {
    try await expectRefused(
      """
      \(declarations())
      @MainActor final class Screen {
        @Injected(\\.title) var title
      }
      actor Account {
        @Injected(\\.title) var title // refused
      }
      nonisolated final class Service {
        @Injected(\\.title) var title // refused
      }
      func read(_ screen: Screen, _ values: InjectedValues) {
        _ = screen.title // refused
        _ = values.title // refused
        _ = values[InjectedValues.TitleKey.self] // refused
        _ = InjectedValues.current.title // refused
        withInjected(\\.title, "new") {} // refused
        withInjected { $0.title = "new" } operation: {} // refused
        _ = Injected({ $0[InjectedValues.TitleKey.self] }) // refused
      }
      enum SubtitleKey: InjectionKey {
        static var defaultValue: String { InjectedValues.current.title } // refused
      }
      @MainActor var count = 0
      @MainActor func make(_ other: any Actor) {
        let read: (InjectedValues) -> Int = { _ in count }
        _ = Injected(read, isolation: other) // refused
        _ = Injected(\\.title, isolation: other) // refused
        _ = Injected(\\.title, isolation: MainActor.shared)
      }
      @MainActor func readDetached(_ screen: Screen) {
        let values = InjectedValues.current
        Task.detached { _ = values.title } // refused
        Task.detached { _ = screen.title } // refused
        Task.detached { _ = await screen.title }
        _ = values.title
      }
      """
    )
  }

  @Test func `a property of the main actor is read elsewhere with await`() async throws {
    try await expectRefused(
      """
      \(declarations())
      @MainActor final class Model {
        var name = "live"
        init() {}
      }
      extension InjectedValues {
        @MainActor enum ModelKey: @MainActor InjectionKey {
          static var defaultValue: Model { Model() }
        }
        @MainActor var model: Model {
          get { self[ModelKey.self] }
          set { self[ModelKey.self] = newValue }
        }
      }
      func read(_ service: Service) async -> Model {
        _ = await InjectedValues.current.model.name
        _ = await InjectedValues.current.title
        _ = await service.held.projectedValue.model
        return await InjectedValues.current.model
      }
      enum CountKey: InjectionKey { static var defaultValue: Int { 1 } }
      final class Service: Sendable { let held = Injected(key: CountKey.self) }
      actor Account {
        @Injected({ $0[CountKey.self] }) var count
        func read() async -> Model { await $count.model }
      }
      func read() { _ = InjectedValues.current.model } // refused
      """
    )
  }

  @Test func `in a module on the main actor, it isn't either`() async throws {
    try await expectRefused(
      """
      \(declarations(isolation: ""))
      final class Screen {
        @Injected(\\.title) var title
        let held = Injected(\\.title)
        func detach() {
          let values = InjectedValues.current
          Task.detached { _ = values.title } // refused
          Task.detached { _ = values[InjectedValues.TitleKey.self] } // refused
          Task.detached { _ = self.title } // refused
          _ = title
        }
      }
      nonisolated func read() {
        @Injected(\\.title) var title // refused
      }
      """,
      ["-default-isolation", "MainActor"]
    )
  }

  @Test func `a result may be left unused, and a synchronous scope needs no await`() async throws {
    let result = try await Compiler.compile(
      """
      \(declarations())
      @MainActor func work() async {
        withInjected(\\.title, "new") { 1 }
        withInjected({ $0.title = "new" }, operation: { 1 })
        withInjected(InjectedValues.current) { 1 }
        await withInjected(\\.title, "new") { await later() }
        await withInjected({ $0.title = "new" }, operation: { await later() })
        await withInjected(InjectedValues.current) { await later() }
      }
      func later() async -> Int { 1 }
      """
    )
    #expect(result.status == 0 && result.complaints == [])
  }

  @Test func `a function that the wrapper keeps is not shared`() async throws {
    try await expectRefused(
      """
      \(declarations())
      final class Counter { var count = 0 }
      actor Account {
        func share() -> Injected<Int> {
          let counter = Counter()
          let read: (InjectedValues) -> Int = { _ in counter.count }
          let injected = Injected(read) // refused
          Task.detached { counter.count += 1 }
          return injected
        }
      }
      func share() -> Injected<Int> {
        let counter = Counter()
        let read: (InjectedValues) -> Int = { _ in counter.count }
        let injected = Injected(read) // refused
        counter.count += 1
        return injected
      }
      func share(_ counter: Counter) -> Injected<Int> {
        let read: (InjectedValues) -> Int = { _ in counter.count }
        return Injected(read) // refused
      }
      @MainActor func shareNowhere(_ counter: Counter) -> Injected<Int> {
        let read: (InjectedValues) -> Int = { _ in counter.count }
        return Injected(read, isolation: nil) // refused
      }
      func share(_ path: KeyPath<InjectedValues, Int>) -> Injected<Int> {
        Injected(path) // refused
      }
      """
    )
  }
}

/// The compiler names a mistake, and says what to write instead of an assignment.
struct NamedMistakeTests {
  // All in one file: each in a namespace of its own, on a line.
  @Test func `misspelling a key, assigning or providing wrongly is named`() async throws {
    let misspellings = #"""
      class A { @Injected(\.repostory) var repository }
      class A { let repository = Injected(\.repostory) }
      @MainActor class A { @Injected(\.repostory) var repository }
      func a() { @Injected(\.repostory) var repository; _ = repository }
      func a() { withInjected(\.repostory, Mock()) { } }
      func a() async { await withInjected(\.repostory, Mock()) { await Task.yield() } }
      func a() { withInjected { $0.repostory = Mock() } operation: { } }
      func a() async { await withInjected { $0.repostory = 1 } operation: { await Task.yield() } }
      func a() async throws { try await withInjected(\.repostory) { 1 } closing: { _ in } operation: {} }
      func a() { InjectedValues.bootstrap { $0.repostory = Mock() } }
      func a() { _ = InjectedValues.current.repostory }
      func a() { withTestScope { $0.repostory = Mock() } operation: { } }
      func a() async { await withTestScope { $0.repostory = 1 } operation: { await Task.yield() } }
      func a() { let _: TestScopeOptions = .strict(except: \.repostory) }
      func a() { let _: TestScopeOptions = .exhaustive(except: \.repostory) }
      func a() { let _: InjectedTrait = .injected(\.repostory, Mock()) }
      func a() { let _: InjectedTrait = .injected { $0.repostory = Mock() } }
      func a() { verifyInjection(\.repostory) }
      func a() { InjectedValues.bootstrap(verifying: \.number, \.repostory) { _ in } }
      func a() { _ = InjectedValues.current.overriding { $0.repostory = 1 } }
      func a() throws { try withInjected { $0.repostory = try b() } operation: {} }; func b() throws -> Int { 1 }
      func a() { withInjected { $0.repostory = Mock() } }
      func a() { let _: InjectedTrait = .injected(\.number, 1, \.repostory, 2) }
      func a() { let _: InjectedTrait = .injected([.strict]) { $0.repostory = Mock() } }
      """#
    let message: Substring = "value of type 'InjectedValues' has no member 'repostory'"
    let others = #"""
      func a() { InjectedValues[\.number] = 4 } // 'subscript(_:)' is unavailable: there is no global value: use withInjected or bootstrap
      func a() { InjectedValues.current.number = 4 } // 'current' is unavailable: there is no global value: use withInjected or bootstrap
      func a() { A().$number.number = 4 }; class A { @Injected(\.number) var number } // cannot assign to property: '$number' is immutable
      func a() { withInjected { $0.provide(\.number) { 1 } } operation: { } } // 'provide' is unavailable: name the key: provide(SomeKey.self) { … }, for @Injectable var x: InjectedValues.xKey.self
      func a() { withInjected(\.twice, 5) {} } // 'withInjected(_:_:operation:)' is unavailable: it has no setter: add one, or override what it reads
      func a() async throws { try await withInjected(\.twice, 5) { try await b() } }; func b() async throws {} // 'withInjected(_:_:operation:)' is unavailable: it has no setter: add one, or override what it reads
      func a() { withInjected { $0.twice = 5 } operation: { } } // cannot assign to property: 'twice' is a get-only property
      func a() { let _: InjectionLifetime = .scoped(by: \.number) } // 'scoped(by:)' is unavailable: name the keys: scoped(by: SomeKey.self)
      func a() throws { _ = try InjectedValues.current.require(\.number) } // 'require' is unavailable: name the key: require(SomeKey.self)
      func a() { A().number = 4 }; class A { @Injected(\.number) var number } // cannot assign to property: 'number' is a get-only property
      protocol P { var number: Int { get set } }; class A: P { @Injected(\.number) var number } // does not conform to protocol 'Mistake34.P'
      class A { @Injected(\.number) var number = 4 } // 'init(wrappedValue:_:)' is unavailable: remove the initial value, or the wrapper of the parameter
      class A { @Injected var number = 4 } // 'init(wrappedValue:_:)' is unavailable: remove the initial value, or the wrapper of the parameter
      class A { init(@Injected(\.number) number: Int) {} } // 'init(wrappedValue:_:)' is unavailable: remove the initial value, or the wrapper of the parameter
      func a() { A().held.isOn = true }; class A { @Injected(\.held) var held } // cannot assign to property: 'held' is a get-only property
      func a() { InjectedValues[\.held].isOn = true } // 'subscript(_:)' is unavailable: there is no global value: use withInjected or bootstrap
      class A { @Injected var number: Int } // class 'Mistake40.A' has no initializers
      struct A { @Injected var number: Int }; func a() { _ = A() } // missing argument for parameter 'number' in call
      struct A { @Injected(\.number) var number }; func a() { _ = A(number: 4) } // cannot convert value of type 'Int' to expected argument type 'Injected<Int>'
      struct A { @Injected(\.number) static var number } // static property 'number' is not concurrency-safe because it is nonisolated global shared mutable state [#MutableGlobalVariable]
      class A { @Injected(\.number) var number: String } // key path value type 'Int' cannot be converted to contextual type 'String'
      class A { @Injected(NumberKey.self) var number } // no exact matches in call to initializer 
      func a() { withInjected { $0.number = 4 } } // 'withInjected(named:_:)' is unavailable: add the code that runs in the scope: operation: { … }
      func a() async throws { try await withInjected { $0.number = try await b() } }; func b() async throws -> Int { 1 } // 'withInjected(named:_:)' is unavailable: add the code that runs in the scope: operation: { … }
      func a() { withInjected(\.number, 4) } // 'withInjected' is unavailable: add the code that runs in the scope: { … }
      func a() { withTestScope { $0.number = 4 } } // 'withTestScope' is unavailable: add the code that runs in the scope: operation: { … }
      func a() { let _: InjectedTrait = .injected(\.number, 1, \.number, 2) } // 'injected' is unavailable: set several values in a closure: .injected { $0.x = … }
      @Suite(.injected) struct A {} // 'injected' is unavailable: add parentheses: .injected()
      @Test(.injected(.strict, .failOnUnusedOverrides)) func a() {} // type 'WritableKeyPath<InjectedValues, Value> & Sendable' has no member 'strict'
      func a() { let _: InjectionLifetime = .scoped(by: RepostoryKey.self) } // cannot find 'RepostoryKey' in scope
      class A { @Injected(\.repostory) var number = 4 } // value of type 'InjectedValues' has no member 'repostory'
      class A {}; enum B: InjectionKey { static var defaultValue: A { A() } } // does not conform to the 'Sendable' protocol
      class A { @Injected(\.number.foo) var foo } // value of type 'Int' has no member 'foo'
      func a() { withInjected { $0.provide(RepostoryKey.self) { 1 } } operation: { } } // cannot find 'RepostoryKey' in scope
      func a() { withInjected { $0.provide(NumberKey.self) { "" } } operation: { } } // 'provide' is unavailable: the code must return the key's type of value
      func a() { withInjected { $0.provide(MockKey.self) { "" } } operation: { } } // 'provide' is unavailable: the code must return the key's type of value
      func a() { withInjected { $0.provide(MockKey.self) { Mok() } } operation: { } } // cannot find 'Mok' in scope
      class A { static func withInjected() {}; static func a() { withInjected(\.number, 5) {} } } // use of 'withInjected' refers to instance method rather than global function 'withInjected(_:_:operation:fileID:line:)' in module 'Injection'
      func a() { _ = InjectedValues.current[NumberKey.self, "x"] } // missing argument label 'property:' in subscript
      func a() { _ = InjectedValues[\.number, "Shop.swift", 1] } // missing argument labels 'fileID:line:' in subscript
      func a() { let _: (Int) -> Int = { _ in unimplemented("save", placeholder: 1) } } // 'unimplemented(_:placeholder:)' is unavailable: leave the name out: unimplemented(placeholder: …)
      func a() { let _: @Sendable (Int) -> Int = unimplemented("save") } // 'unimplemented' is unavailable: add its result, such as (): unimplemented(…, placeholder: …)
      func a() { let _: @Sendable () -> Void = unimplemented("save") } // 'unimplemented' is unavailable: add its result, such as (): unimplemented(…, placeholder: …)
      func a() { let _: @Sendable (Int) async throws(Fault) -> Int = unimplemented("save") } // 'unimplemented' is unavailable: add its result, such as (): unimplemented(…, placeholder: …)
      func a() { let _: @Sendable (() -> Void) -> Void = unimplemented("save", placeholder: ()) } // converting non-escaping value to '() -> Void' may allow it to escape
      func a() { let _: Int = unimplemented(0) } // cannot convert value of type 'Int' to expected argument type 'String'
      func a() { _ = InjectedValues[\InjectedValues.repostory] } // value of type 'InjectedValues' has no member 'repostory'
      enum A: InjectionKey { static var defaultValue: @Sendable (Int) -> Int { unimplemented(placeholder: { _ in "" }) } } // cannot convert value of type 'String' to closure result type 'Int'
      """#
    let mistakes =
      misspellings.split(separator: "\n").map { [$0, message] }
      + others.split(separator: "\n").map { $0.split(separator: " // ") }
    let head = """
      import Injection
      import InjectionServer
      import InjectionTesting
      import Testing
      enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }
      extension InjectedValues {
        var number: Int {
          get { self[NumberKey.self] }
          set { self[NumberKey.self] = newValue }
        }
        var twice: Int { number * 2 }
        var held: any Holding { fatalError() }
      }
      struct Fault: Error {}
      protocol Holding: Sendable { var isOn: Bool { get set } }
      protocol Mocking: Sendable {}
      struct Mock: Mocking {}
      enum MockKey: InjectionKey { static var defaultValue: any Mocking { Mock() } }

      """
    let lines = mistakes.enumerated().map { "enum Mistake\($0) { \($1[0]) }" }
    let errors = try await Compiler.compile(head + lines.joined(separator: "\n")).errors
    let first = head.count { $0 == "\n" } + 1
    for (number, mistake) in mistakes.enumerated() {
      let here = errors.filter { $0.line == first + number }
      #expect(here.contains { $0.message.hasSuffix(mistake[1]) }, "\(mistake[0]): \(here)")
    }
  }
}

// MARK: - Fixtures

private func declarations(isolation: String = "@MainActor") -> String {
  """
  import Injection
  extension InjectedValues {
    \(isolation) enum TitleKey: \(isolation) InjectionKey {
      static var defaultValue: String { "default" }
    }
    \(isolation) var title: String {
      get { self[TitleKey.self] }
      set { self[TitleKey.self] = newValue }
    }
  }
  """
}

private func expectRefused(
  _ source: String,
  _ options: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
  let expected = lines.indices.filter { lines[$0].hasSuffix("// refused") }.map { $0 + 1 }
  let errors = try await Compiler.compile(source, ["-swift-version", "6"] + options).errors
  #expect(Set(errors.map(\.line)).sorted() == expected, "\(errors)", sourceLocation: sourceLocation)
}
