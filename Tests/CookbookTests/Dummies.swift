import Injection
import InjectionMacros
import InjectionTesting
import Testing

protocol Diary: Sendable {
  func write(_ line: String)
}

struct DummyDiary: Diary {
  func write(_ line: String) {}
}

struct PaperDiary: Diary {
  func write(_ line: String) {}
}

extension InjectedValues {
  @Injectable(test: DummyDiary()) var diary: any Diary = PaperDiary()
}

struct Walk {
  @Injected(\.diary) private var diary

  func steps(_ minutes: Int) -> Int {
    diary.write("walked \(minutes) minutes")
    return minutes * 100
  }
}

@Suite struct Dummies {
  @Test(.injected(.strict))
  func `a minute has a hundred steps`() {
    #expect(Walk().steps(3) == 300)
  }

  @Test(.injected()) func `a test has the dummy without asking for it`() {
    #expect(InjectedValues[\.diary] is DummyDiary)
  }
}
