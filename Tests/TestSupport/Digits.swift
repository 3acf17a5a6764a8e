// Arguments of generic keys, to make many keys of one type.

public protocol Digit: SendableMetatype { static var digit: Int { get } }
public enum D0: Digit { public static var digit: Int { 0 } }
public enum D1: Digit { public static var digit: Int { 1 } }
public enum D2: Digit { public static var digit: Int { 2 } }
public enum D3: Digit { public static var digit: Int { 3 } }
public enum D4: Digit { public static var digit: Int { 4 } }
public enum D5: Digit { public static var digit: Int { 5 } }
public enum D6: Digit { public static var digit: Int { 6 } }
public enum D7: Digit { public static var digit: Int { 7 } }
public enum D8: Digit { public static var digit: Int { 8 } }
public enum D9: Digit { public static var digit: Int { 9 } }

public let digits: [any Digit.Type] = [
  D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]
