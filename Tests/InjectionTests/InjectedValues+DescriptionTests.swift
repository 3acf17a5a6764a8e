import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

@Suite struct InjectedValues_DescriptionTests {
  private let file = "InjectedValues+DescriptionTests.swift"

  @Test func `the process`() async {
    await #expect(processExitsWith: .success) {
      #expect("\(InjectedValues.current)" == "InjectedValues(the process; test)")
      withInjected(named: "a scope") { _ in
      } operation: {
        #expect("\(InjectedValues.current)".contains("; in the process, test)"))
      }
      InjectedValues.bootstrap(
        {
          $0.printedNumber = 2
          $0.provide(LonelyKey.self) { "provided" }
        },
        line: 1_000
      )
      #expect(
        "\(InjectedValues.current)"
          == "InjectedValues(the process, set at InjectedValues+DescriptionTests.swift:1000; test; "
          + "overrides \\.printedNumber; provides LonelyKey)"
      )
    }
  }

  @Test func `a scope, by its name and its place`() {
    withInjected(
      named: "check\"out",
      {
        $0.printedText = "a"
        $0.printedNumber = 2
      },
      operation: {
        #expect(
          "\(InjectedValues.current)" == """
            InjectedValues(scope "check\\"out", \(file):1000; in the process, test; \
            overrides \\.printedNumber, \\.printedText)
            """
        )
        // Its own overrides, and no others.
        withInjected(
          \.printedNumber,
          3,
          operation: {
            #expect(
              "\(InjectedValues.current)"
                == "InjectedValues(scope at \(file):2000; in the process, test; overrides \\.printedNumber)"
            )
          },
          line: 2_000
        )
      },
      line: 1_000
    )
  }

  @Test func `a scope further out that was opened at the same place is another one`() {
    func opening(_ property: WritableKeyPath<InjectedValues, Int>, _ operation: () -> Void) {
      withInjected(property, 3, operation: operation, line: 2_000)
    }
    opening(\.printedAlias) {
      withInjected(\.printedText, "a") {
        opening(\.printedNumber) {
          #expect("\(InjectedValues.current)".hasSuffix("; overrides \\.printedNumber)"))
        }
      }
    }
  }

  @Test func `a test's scope, and one in it`() {
    withTestScope(
      named: "total",
      { $0.printedNumber = 2 },
      operation: {
        #expect(
          "\(InjectedValues.current)"
            == "InjectedValues(test scope \"total\", \(file):1000; test; overrides \\.printedNumber)"
        )
        withInjected(
          { $0.provide(LonelyKey.self) { "" } },
          operation: {
            #expect(
              "\(InjectedValues.current)"
                == "InjectedValues(scope at \(file):2000; in test scope \"total\", \(file):1000, test; "
                + "provides LonelyKey)"
            )
          },
          line: 2_000
        )
      },
      line: 1_000
    )
  }

  @Test func `one that overrides nothing`() {
    withTestScope(
      operation: {
        #expect("\(InjectedValues.current)" == "InjectedValues(test scope at \(file):1000; test)")
      },
      line: 1_000
    )
  }

  @Test func `all that the update closure changed, though it read in between`() {
    withTestScope(
      {
        $0.printedNumber = 2
        // Built from the number, so that the scope has to be kept as it is.
        #expect($0.printedReport == "2")
        $0.printedList.append(2)
      },
      operation: {
        #expect(
          "\(InjectedValues.current)"
            == "InjectedValues(test scope at \(file):1000; test; overrides \\.printedList, \\.printedNumber)"
        )
        withInjected(
          {
            $0.printedList.append(1)
            #expect($0.printedReport == "2")
            $0.printedNumber = 3
            #expect($0.printedReport == "3")
            $0.printedText = ""
          },
          operation: {
            #expect(
              "\(InjectedValues.current)"
                == "InjectedValues(scope at \(file):2000; in test scope at \(file):1000, test; "
                + "overrides \\.printedList, \\.printedNumber, \\.printedText)"
            )
          },
          line: 2_000
        )
      },
      line: 1_000
    )
  }

  @Test func `values while they change`() {
    var texts: [String] = []
    withInjected(
      {
        texts.append("\($0)")
        $0.printedNumber = 2
        texts.append("\($0)")
      },
      operation: {},
      line: 1_000
    )
    #expect(
      texts == [
        "InjectedValues(scope at \(file):1000; in the process, test)",
        "InjectedValues(scope at \(file):1000; in the process, test; overrides \\.printedNumber)",
      ]
    )
  }

  @Test func `an override is named by the property that set it last`() {
    withInjected {
      $0[AliasKey.self] = 1
      $0.printedAlias = 2
    } operation: {
      #expect("\(InjectedValues.current)".hasSuffix("; overrides \\.printedAlias)"))
    }
    withInjected {
      $0.printedAlias = 1
      $0.printedOtherAlias = 2
    } operation: {
      #expect("\(InjectedValues.current)".hasSuffix("; overrides \\.printedOtherAlias)"))
    }
  }

  @Test func `values that a property sees, or that were captured`() {
    let (object, values) = withInjected(
      \.printedNumber,
      2,
      operation: { (Holder(), InjectedValues.current) },
      line: 1_000
    )
    let text =
      "InjectedValues(scope at \(file):1000; in the process, test; overrides \\.printedNumber)"
    #expect("\(object.$number)" == text)
    #expect("\(values)" == text)
  }

  @Test func `a default that is built`() {
    withTestScope(
      operation: {
        #expect(
          InjectedValues.current.printed
            == "InjectedValues(the build of \\.printed; in test scope at \(file):1000, test)"
        )
      },
      line: 1_000
    )
  }

  @Test func `debuggers and dump show the scope's own overrides, with values`() {
    withTestScope(
      {
        $0.printedNumber = 2
        $0.provide(LonelyKey.self) { "" }
      },
      operation: {
        let values = InjectedValues.current
        var dumped = ""
        dump(values, to: &dumped)
        #expect(
          dumped == """
            ▿ InjectedValues(test scope at \(file):1000; test; overrides \\.printedNumber; provides LonelyKey)
              - LonelyKey: "provided code"
              - \\.printedNumber: 2

            """
        )
        #expect(String(reflecting: values) == "\(values)")
        #expect(
          Mirror(reflecting: values).children.map(\.label) == ["LonelyKey", "\\.printedNumber"]
        )
      },
      line: 1_000
    )
  }
}

// MARK: - Fixtures

private struct Holder {
  @Injected(\.printedNumber) var number
}

/// A key that no property uses: it has no other name.
private enum LonelyKey: InjectionKey { static var defaultValue: String { "text" } }

private enum AliasKey: InjectionKey { static var defaultValue: Int { 1 } }

extension InjectedValues {
  @Injectable fileprivate var printedNumber: Int = 1

  @Injectable fileprivate var printedText: String = "text"

  @Injectable fileprivate var printedList: [Int] = []

  fileprivate var printedAlias: Int {
    get { self[AliasKey.self] }
    set { self[AliasKey.self] = newValue }
  }
  fileprivate var printedOtherAlias: Int {
    get { self[AliasKey.self] }
    set { self[AliasKey.self] = newValue }
  }

  @Injectable fileprivate var printedReport: String = "\(InjectedValues.current.printedNumber)"

  @Injectable fileprivate var printed: String = "\(InjectedValues.current)"
}
