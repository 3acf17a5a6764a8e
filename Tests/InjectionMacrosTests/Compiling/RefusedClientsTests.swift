import TestSupport
import Testing

/// The errors that the compiler shows for mistakes in clients: see `RefusedDeclarationsTests`.
struct RefusedClientsTests {
  @Test func `mistakes are shown where they are`() async throws {
    let result = try await expectRefused(
      """
      struct Fault: Error {}
      @InjectableClient struct A {
        let a: () -> Void // 3: '@InjectableClient' needs a 'var', since a scope can replace the function 'a'
        var b: (Int) -> Int // 22: '@InjectableClient' needs an initial value for 'b', since it cannot throw an 'UnimplementedError'
        var c: () async throws(Fault) -> Void // 40: '@InjectableClient' needs an initial value for 'c', since it cannot throw an 'UnimplementedError'
        var d = { (x: Int) in x } // 8: '@InjectableClient' needs the type of 'd': a macro sees the code, but not its types
        var e: () -> Void, f: () -> Void // 7: '@InjectableClient' needs one declaration for each property
        var g: (_ x: Int...) -> Void // 16: '@InjectableClient' cannot hand on the variadic arguments of 'g'; use an array
        var h: @convention(c) () -> Void // 10: '@InjectableClient' cannot implement 'h' with this attribute; write the struct by hand
        var i: @isolated(any) () -> Void // 10: '@InjectableClient' cannot implement 'i' with this attribute; write the struct by hand
      }
      @InjectableClient struct B { // 26: '@InjectableClient' needs a property whose type is written as a function
        var a: Fault
      }
      @InjectableClient struct C {
        #if DEBUG // 3: '@InjectableClient' cannot read '#if' here; put it into a function's code
          var a: () -> Void
        #endif
      }
      @InjectableClient class D { // 1: '@InjectableClient' can only be applied to a struct
        var a: () -> Void = {}
      }
      @InjectableClient enum E {} // 1: '@InjectableClient' can only be applied to a struct
      @InjectableClient struct F {
        var a: () -> Int = { "three" } // 24: cannot convert value of type 'String' to closure result type 'Int'
        var b: () -> Missing? // 16: cannot find type 'Missing' in scope
      }
      """
    )
    let notes = Set(result.complaints.filter { $0.severity == "note" }.map(\.message))
    #expect(
      notes.isSuperset(of: ["replace 'let' with 'var'", "add the initial value", "add the type"])
    )
  }
}
