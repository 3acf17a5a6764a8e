import Injection
import InjectionMacros
import InjectionTesting
import Testing

struct Database: Sendable, Equatable {
  let path: String
  init(_ path: String) { self.path = path }
}

extension InjectedValues {
  @Injectable var database: Database = Database("main.sqlite")
  @Injectable var auditDatabase: Database = Database("audit.sqlite")
}

struct Databases: Sendable {
  enum Name { case main, audit, search }

  private var chosen: [Name: Database] = [:]

  subscript(name: Name) -> Database {
    get { chosen[name] ?? Database("\(name).sqlite") }
    set { chosen[name] = newValue }
  }
}

extension InjectedValues {
  @Injectable var databases: Databases = Databases()
}

struct AuditLog {
  @Injected(\.databases[.audit]) var database
}

@Suite(.injected()) struct NamedRegistrations {
  @Test func `two properties of one type are two values`() {
    withInjected(\.auditDatabase, Database("memory")) {
      #expect(InjectedValues[\.auditDatabase].path == "memory")
      #expect(InjectedValues[\.database].path == "main.sqlite")
    }
  }

  @Test func `one name is replaced, and the others stay`() {
    withInjected(\.databases[.audit], Database("memory")) {
      #expect(AuditLog().database.path == "memory")
      #expect(InjectedValues[\.databases[.main]].path == "main.sqlite")
    }
    #expect(AuditLog().database.path == "audit.sqlite")
  }
}
