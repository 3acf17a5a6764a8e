import Injection
import Testing

@Suite struct SmokeTests {
  @Test func `works`() async {
    #expect(InjectedValues.current.number == 1)
    withInjected(\.number, 2) {
      #expect(InjectedValues.current.number == 2)
      #expect(InjectedValues.current.text == "2")
    }
    #expect(InjectedValues.current.text == "1")
  }
}
extension InjectedValues {
  enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  enum TextKey: InjectionKey {
    static var defaultValue: String { "\(InjectedValues.current.number)" }
  }
  var text: String {
    get { self[TextKey.self] }
    set { self[TextKey.self] = newValue }
  }
}
