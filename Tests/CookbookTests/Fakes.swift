import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

struct Contact: Sendable, Equatable {
  let id: Int
  var name: String
}

protocol Contacts: Sendable {
  func contact(_ id: Int) -> Contact?
  func save(_ contact: Contact)
  func delete(_ id: Int)
}

final class MemoryContacts: Contacts {
  private let contacts = Mutex<[Int: Contact]>([:])

  func contact(_ id: Int) -> Contact? { contacts.withLock { $0[id] } }
  func save(_ contact: Contact) { contacts.withLock { $0[contact.id] = contact } }
  func delete(_ id: Int) { contacts.withLock { $0[id] = nil } }
}

struct ServerContacts: Contacts {
  func contact(_ id: Int) -> Contact? { nil }
  func save(_ contact: Contact) {}
  func delete(_ id: Int) {}
}

extension InjectedValues {
  @Injectable(test: MemoryContacts()) var contacts: any Contacts = ServerContacts()
}

struct Renaming {
  @Injected(\.contacts) private var contacts

  func rename(_ id: Int, to name: String) {
    guard var contact = contacts.contact(id) else { return }
    contact.name = name
    contacts.save(contact)
  }
}

@Suite(.injected()) struct Fakes {
  @Test func `a contact has its new name`() {
    let contacts = InjectedValues[\.contacts]
    contacts.save(Contact(id: 1, name: "Ada"))
    Renaming().rename(1, to: "Bo")
    #expect(contacts.contact(1) == Contact(id: 1, name: "Bo"))
  }

  @Test func `who is not there is not renamed`() {
    Renaming().rename(1, to: "Bo")
    #expect(InjectedValues[\.contacts].contact(1) == nil)
  }

  @Test func `what is deleted is not there any more`() {
    let contacts = InjectedValues[\.contacts]
    contacts.save(Contact(id: 1, name: "Ada"))
    contacts.delete(1)
    #expect(contacts.contact(1) == nil)
  }
}
