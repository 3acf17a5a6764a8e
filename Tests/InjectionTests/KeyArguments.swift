import Injection

// Arguments of generic keys, to make many keys of one type.

protocol Digit: SendableMetatype { static var digit: Int { get } }
enum D0: Digit { static var digit: Int { 0 } }
enum D1: Digit { static var digit: Int { 1 } }
enum D2: Digit { static var digit: Int { 2 } }
enum D3: Digit { static var digit: Int { 3 } }
enum D4: Digit { static var digit: Int { 4 } }
enum D5: Digit { static var digit: Int { 5 } }
enum D6: Digit { static var digit: Int { 6 } }
enum D7: Digit { static var digit: Int { 7 } }
enum D8: Digit { static var digit: Int { 8 } }
enum D9: Digit { static var digit: Int { 9 } }

let digits: [any Digit.Type] = [
  D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

protocol LifetimeName: SendableMetatype { static var lifetime: InjectionLifetime { get } }
enum ScopedLifetime: LifetimeName { static var lifetime: InjectionLifetime { .scoped } }
enum SingletonLifetime: LifetimeName { static var lifetime: InjectionLifetime { .singleton } }
enum TransientLifetime: LifetimeName { static var lifetime: InjectionLifetime { .transient } }
enum WeakLifetime: LifetimeName { static var lifetime: InjectionLifetime { .weak } }
