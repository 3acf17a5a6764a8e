import Foundation
import InjectionEssentials
import TestSupport
import Testing

struct UUIDGeneratorTests {
  @Test func `a constant UUID is always the same, and random ones differ`() {
    let constant = UUIDGenerator.constant(UUID(7))
    #expect([constant(), constant()] == [UUID(7), UUID(7)])
    let ids = Set((0..<1_000).map { _ in UUIDGenerator.random() })
    #expect(ids.count == 1_000)
    // The version of random ones.
    #expect(ids.allSatisfy { $0.uuidString.dropFirst(14).first == "4" })
  }

  @Test func `UUIDs count from zero`() {
    let uuid = UUIDGenerator.incrementing
    for number in 0..<256 { #expect(uuid() == UUID(number)) }
    #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000100")
    #expect(UUID(.max).uuidString == "00000000-0000-0000-7FFF-FFFFFFFFFFFF")
    // Each generator counts by itself, from any one.
    let first = UUID(uuidString: "01234567-89AB-CDEF-00FF-FFFFFFFFFFFF")!
    let others = UUIDGenerator.incrementing(from: first)
    #expect(others() == first && others().uuidString == "01234567-89AB-CDEF-0100-000000000000")
  }

  @Test func `a negative number makes no UUID`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = UUID(-1)
    }
    result.expectMessage("The number of a UUID must not be negative (was -1).")
  }

  @Test func `each UUID is given once, and copies count together`() async {
    let uuid = UUIDGenerator.incrementing
    let ids = await gathered { [uuid] in uuid() }
    #expect(ids.count == 1_000 && uuid() == UUID(1_000))
  }

  @Test func `UUIDs end`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let last = UUID(uuidString: "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")!
      let uuid = UUIDGenerator.incrementing(from: last)
      precondition(uuid() == last)
      _ = uuid()
    }
    result.expectMessage("There must be a next UUID (the last was given).")
  }
}
