import Injection
import TestSupport
import Testing

struct MomentTests {
  @Test func `no two moments are the same, whichever thread asks`() {
    let moments = Log<[UInt64]>()
    onThreads(8) { _ in moments.add((0..<1_000).map { _ in Moment.next() }) }
    #expect(moments.all.allSatisfy { $0 == $0.sorted() })
    #expect(Set(moments.all.joined()).count == 8_000)
    #expect(moments.all.joined().allSatisfy { $0 > 0 })
  }
}
