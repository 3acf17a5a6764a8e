import Dispatch
import Injection

// Reads what belongs to the main actor, there or elsewhere, as the argument says.

@MainActor private enum TitleKey: @MainActor InjectionKey {
  static var defaultValue: String { "title" }
}

extension InjectedValues {
  @MainActor fileprivate var title: String { self[TitleKey.self] }
}

@MainActor private final class Screen {
  @Injected(\.title) var title
}

private protocol Refined {}
private struct Isolated: Sendable, @MainActor Refined {}

// The main thread has ended, as everywhere with an asynchronous `main`, so the main actor runs on
// other threads.
@main private struct Program {
  static func main() async {
    let title = await MainActor.run { Injected(\.title) }
    switch CommandLine.arguments[1] {
    case "cast": print(await Task.detached { (Isolated() as any Sendable) is any Refined }.value)
    case "right":
      for _ in 0..<100 {
        await MainActor.run { print(Screen().title, title()) }
      }
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          print(title())
          continuation.resume()
        }
      }
    case "task": print(await Task.detached { title() }.value)
    case "queue":
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          print(title())
          continuation.resume()
        }
      }
    default: fatalError("an argument is missing")
    }
  }
}
