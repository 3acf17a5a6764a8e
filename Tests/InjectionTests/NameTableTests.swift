import Dispatch
import Synchronization
import Testing

@testable import Injection

@Suite struct NameTableTests {
  @Test func `what was remembered is found, at every size of the table`() {
    let table = NameTable<Numbered>()
    #expect(table[1] == nil && table.all.isEmpty)
    for number in 1...1_000 {
      table.remember(Numbered(number))
      #expect(table[number]?.number == number)
      #expect(table[1]?.number == 1)
      #expect(table[number + 1] == nil)
    }
    #expect((1...1_000).allSatisfy { table[$0]?.number == $0 })
    #expect(table.all.map(\.number).sorted() == Array(1...1_000))
  }

  @Test func `the first object of a name stays as long as its table, and through its growth`() {
    weak var kept: Numbered?
    weak var refused: Numbered?
    do {
      let table = NameTable<Numbered>()
      do {
        let (first, second) = (Numbered(1), Numbered(1))
        #expect(table.remember(first) === first)
        #expect(table.remember(second) === first)
        (kept, refused) = (first, second)
      }
      #expect(refused == nil)
      for number in 2...100 { table.remember(Numbered(number)) }
      #expect(kept != nil && table[1] === kept)
    }
    #expect(kept == nil)
  }

  @Test func `readers beside a growing table see all that was there before, whole`() {
    let shared = Shared()
    let count = 3_000
    let published = Atomic(0)
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      if worker == 0 {
        for number in 1...count {
          shared.table.remember(Numbered(number))
          published.store(number, ordering: .releasing)
        }
      } else {
        var last = 0
        while last < count {
          last = published.load(ordering: .acquiring)
          for number in stride(from: worker, through: last, by: 7) {
            if shared.table[number]?.isWhole(number) != true { wrong.add(1, ordering: .relaxed) }
          }
          // What is not published may be there or not, but never in part.
          if let next = shared.table[last + 1], !next.isWhole(last + 1) {
            wrong.add(1, ordering: .relaxed)
          }
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func `of many writers of one name one wins, for all`() {
    let shared = Shared()
    let winners = Lock<[Int: Set<ObjectIdentifier>]>([:])
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      for number in 1...500 {
        let winner = ObjectIdentifier(shared.table.remember(Numbered(number)))
        winners.withLock { _ = $0[number, default: []].insert(winner) }
      }
    }
    #expect(shared.table.all.count == 500)
    winners.withLock { winners in
      for number in 1...500 {
        #expect(winners[number] == shared.table[number].map { [ObjectIdentifier($0)] })
      }
    }
  }
}

// MARK: - Fixtures

private final class Numbered: Sendable {
  let number: Int
  private let check: String

  init(_ number: Int) {
    self.number = number
    self.check = "number \(number)"
  }

  func isWhole(_ number: Int) -> Bool { self.number == number && check == "number \(number)" }
}

private final class Shared: Sendable {
  let table = NameTable<Numbered>()
}

extension NameTable<Numbered> {
  @discardableResult
  fileprivate borrowing func remember(_ element: Numbered) -> Numbered {
    remember(element, as: .numbered(element.number))
  }

  fileprivate subscript(number: Int) -> Numbered? {
    // Safe: the test holds the table.
    unsafe self[.numbered(number)]?.takeUnretainedValue()
  }
}

extension Name {
  /// Some have the same key, and some the same number.
  fileprivate static func numbered(_ number: Int) -> Name {
    Name(KeyID(bits: UInt(number / 3 + 1)), UInt(number % 3))
  }
}
