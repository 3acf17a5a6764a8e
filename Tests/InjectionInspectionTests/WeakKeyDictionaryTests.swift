import Testing

@testable import InjectionInspection

struct WeakKeyDictionaryTests {
  private final class Object: Sendable {}

  @Test func `an object with the address of one that has gone has no value`() throws {
    var dictionary = WeakKeyDictionary<Object, Int>()
    // Held, so that the next one gets another address.
    var others: [Object] = []
    for number in 1...1_000 {
      let address = {
        let object = Object()
        dictionary[object] = number
        #expect(dictionary[object] == number)
        return ObjectIdentifier(object)
      }()
      let object = Object()
      others.append(object)
      guard ObjectIdentifier(object) == address else { continue }
      #expect(dictionary[object] == nil && dictionary.removeValue(forKey: object) == nil)
      return
    }
    Issue.record("No address was used again.")
  }

  @Test func `the value of an object that has gone is returned when another one gets its address`()
  {
    var dictionary = WeakKeyDictionary<Object, Int>()
    var others: [Object] = []
    for number in 1...1_000 {
      #expect(dictionary.updateValue(number, forKey: Object()) == nil)
      let object = Object()
      others.append(object)
      if let old = dictionary.updateValue(-number, forKey: object) {
        #expect(old == number && dictionary[object] == -number)
        #expect(dictionary.updateValue(0, forKey: object) == nil)
        return
      }
    }
    Issue.record("No address was used again.")
  }
}
