import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import Testing

struct EnvironmentVariablesTests {
  let variables: EnvironmentVariables = ["PORT": "80", "TOKEN": "secret"]

  @Test func `variables are found by name`() {
    #expect(variables["PORT"] == "80" && variables["port"] == nil)
    #expect(variables.names == ["PORT", "TOKEN"])
    #expect(variables == EnvironmentVariables(["TOKEN": "secret", "PORT": "80"]))
    #expect(EnvironmentVariables(dictionaryLiteral: ("A", "1"), ("A", "2"))["A"] == "2")
  }

  @Test func `one variable can be changed alone`() {
    withTestScope {
      $0.environmentVariables = variables
      $0.environmentVariables["PORT"] = "8080"
      $0.environmentVariables["HOST"] = "a.example"
    } operation: {
      let values = InjectedValues.current.environmentVariables
      #expect(values.names == ["HOST", "PORT", "TOKEN"])
      #expect(values["PORT"] == "8080")
      withInjected(\.environmentVariables["PORT"], nil) {
        #expect(InjectedValues.current.environmentVariables.names == ["HOST", "TOKEN"])
      }
    }
    #expect(variables["PORT"] == "80")
  }

  @Test func `the values, which may be secrets, are not printed`() {
    #expect("\(variables)" == "environment variables: PORT, TOKEN")
    var dumped = ""
    dump(variables, to: &dumped)
    #expect(dumped.contains("TOKEN") && !dumped.contains("secret"))
    #expect(!String(reflecting: variables).contains("secret"))
  }

  @Test func `those of the process are read once`() async {
    await #expect(processExitsWith: .success) {
      let name = "INJECTION_ESSENTIALS"
      // Safe: no other code of this process reads it.
      unsafe setenv(name, "early", 1)
      precondition(EnvironmentVariables.process[name] == "early")
      unsafe setenv(name, "late", 1)
      precondition(ProcessInfo.processInfo.environment[name] == "late")
      precondition(EnvironmentVariables.process[name] == "early")
    }
  }
}
