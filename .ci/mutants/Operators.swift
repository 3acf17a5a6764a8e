import Chosen

// What mutated code uses. Each mutant that would change something here is noted, so that it is tried
// only with the tests that can find it.

precedencegroup MutatedTernary {
  higherThan: TernaryPrecedence
  lowerThan: LogicalDisjunctionPrecedence
  associativity: left
}
precedencegroup MutatedOr {
  higherThan: MutatedTernary
  lowerThan: LogicalConjunctionPrecedence
  associativity: left
}
precedencegroup MutatedAnd {
  higherThan: LogicalDisjunctionPrecedence, MutatedOr
  lowerThan: ComparisonPrecedence
  associativity: left
}
precedencegroup MutatedOptional {
  higherThan: AssignmentPrecedence
  lowerThan: TernaryPrecedence
  associativity: left
}
precedencegroup MutatedCoalescing {
  higherThan: NilCoalescingPrecedence
  associativity: left
}
infix operator ^^ : MutatedTernary
infix operator ^^^ : MutatedOptional
infix operator ^^| : MutatedCoalescing
infix operator &&& : MutatedAnd
infix operator &&> : MutatedAnd
infix operator ||| : MutatedOr
infix operator ||> : MutatedOr

/// Is true, or false.
@inline(__always)
func ^^ (value: Bool, number: Int32) -> Bool {
  note(value ? number + 1 : number)
  return is_chosen(number) || value && !is_chosen(number + 1)
}

/// Is `nil`.
@inline(__always)
func ^^^ <T>(value: T?, number: Int32) -> T? {
  if value != nil { note(number) }
  return is_chosen(number) ? nil : value
}
@inline(__always)
func ^^| <T>(value: T?, number: Int32) -> T? { value ^^^ number }

struct MutatedSide { let value: Bool, number: Int32 }

@inline(__always)
func &&& (value: Bool, number: Int32) -> MutatedSide { MutatedSide(value: value, number: number) }
@inline(__always)
func ||| (value: Bool, number: Int32) -> MutatedSide { MutatedSide(value: value, number: number) }

/// Only the right side, or the left one.
@inline(__always)
func &&> (left: MutatedSide, right: @autoclosure () -> Bool) -> Bool {
  if is_chosen(left.number) { return right() }
  if !left.value {
    note(left.number)
    return false
  }
  if is_chosen(left.number + 1) { return true }
  let right = right()
  if !right { note(left.number + 1) }
  return right
}

@inline(__always)
func ||> (left: MutatedSide, right: @autoclosure () -> Bool) -> Bool {
  if is_chosen(left.number) { return right() }
  if left.value {
    note(left.number)
    return true
  }
  if is_chosen(left.number + 1) { return false }
  let right = right()
  if right { note(left.number + 1) }
  return right
}

/// Whether a statement is left out.
@inline(__always)
func isLeftOut(_ number: Int32) -> Bool {
  note(number)
  return is_chosen(number)
}
