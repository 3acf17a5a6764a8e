import Dispatch
import Foundation
import InjectionServer
import Synchronization
import TestSupport

@testable import Injection

// Objects that hold a task or a stream. Who asks them waits for the answer, so that each program
// does the same each time it is played.

extension Library {
  /// A task that reads when it is asked, in the scope in which it was started.
  final class Desk: Sendable {
    private let requests: AsyncStream<@Sendable () async -> Void>.Continuation

    init(_ library: Library) {
      let (stream, requests) = AsyncStream<@Sendable () async -> Void>.makeStream()
      self.requests = requests
      // What it inherits stays while it runs.
      Library.$playing.withValue(nil) {
        ProgramRecorder.$current.withValue(nil) {
          _ = Task(executorPreference: OwnThreads.all) {
            for await request in stream {
              // What one reads may ask again.
              Task(executorPreference: OwnThreads.all, operation: request)
            }
          }
        }
      }
      library.desks.add(WeakDesk(desk: self))
    }

    deinit { end() }
    func end() { requests.finish() }

    var values: InjectedValues? { ask { .current } }

    func read(_ key: Int) -> Instance<Held> {
      let keys = Library.playing!.keys
      let answer = ProgramRecorder.elsewhere { ask { keys[key].value(in: .current) } }
      // What it would see isn't known yet.
      return answer ?? keys[key].value(in: .current)
    }

    private func ask<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) -> Answer? {
      if Library.mustNotWait { return nil }
      let context = Context()
      return waited { answer in
        requests.yield { context.run { answer(Library.mustNotWait(in: .current) ? nil : body()) } }
      }
    }
  }

  struct WeakDesk: Sendable { weak var desk: Desk? }

  /// A stream, whose code has a property and runs in a task of who asks.
  final class Feed: Sendable {
    private enum Answer {
      case object(Instance<Held>)
      case values(InjectedValues)
    }
    @TaskLocal private static var isForValues = false

    private let property: Injected<Instance<Held>>
    private let stream: AsyncStream<Answer>

    init(_ property: Injected<Instance<Held>>) {
      self.property = property
      stream = AsyncStream {
        Self.isForValues ? .values(property.projectedValue) : .object(property.wrappedValue)
      }
    }

    var values: InjectedValues? {
      guard case .values(let values)? = Self.$isForValues.withValue(true, operation: ask) else {
        return property.projectedValue
      }
      return values
    }

    func read(_ key: Int) -> Instance<Held> {
      Library.$key.withValue(key) {
        guard case .object(let object)? = ProgramRecorder.elsewhere(ask) else {
          return property.wrappedValue
        }
        return object
      }
    }

    private func ask() -> Answer? {
      let scopes = [Scope.current, property.home]
      if Library.mustNotWait || scopes.contains(where: Library.mustNotWait) { return nil }
      return waited { [stream] answer in
        _ = Task(executorPreference: OwnThreads.all) {
          for await found in stream { return answer(found) }
        }
      }
    }
  }

  func resource(_ key: Int, _ number: Int, in place: Place) -> Place {
    enter(place) {
      let values = waited { [keys] answer in
        _ = Task(executorPreference: OwnThreads.all) {
          answer(await keys[key].withResource { self.make(number, [], in: .here) })
        }
      }
      return .values(values!)
    }
  }

  /// Lets all tasks end that wait.
  func endTasks() { for each in desks.removeAll() { each.desk?.end() } }

  /// Whether code runs that may have started threads, which may wait for it.
  fileprivate static var mustNotWait: Bool { isInCode && playing!.startsThreads }

  /// Whether a read there may wait for who asks for it. Other threads don't mind.
  fileprivate static func mustNotWait(in scope: Scope?) -> Bool { !isOther && scope.mayWait }
}

extension ProgramKey {
  /// Opens a resource, and captures what is seen in its scope.
  fileprivate static func withResource(_ open: @Sendable () -> Value) async -> InjectedValues? {
    try? await withInjected(\.[Resource<Self>()]) {
      open()
    } closing: { _ in
    } operation: {
      InjectedValues.current
    }
  }
}

private struct Resource<Key: ProgramKey>: Hashable {}

extension InjectedValues {
  fileprivate subscript<Key: ProgramKey>(_: Resource<Key>) -> Key.Value {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }
}

/// What a program notes for who asks.
private struct Context: Sendable {
  private let library = Library.playing, recorder = ProgramRecorder.current
  private let isOther = Library.isOther, isInCode = Library.isInCode

  func run(_ body: () -> Void) {
    Library.$playing.withValue(library) {
      ProgramRecorder.$current.withValue(recorder) {
        Library.$isOther.withValue(isOther) {
          Library.$isInCode.withValue(isInCode, operation: body)
        }
      }
    }
  }
}

extension Scope? {
  /// Whether code runs of which it isn't known what is seen here afterwards.
  fileprivate var mayWait: Bool {
    func runs(_ build: Build?) -> Bool { build.map { !$0.isOver && !$0.key.isTransient } == true }
    return self?.layer.chain.contains {
      runs($0.build) || $0.overrides.keyBits != 0 && runs($0.opener)
    } == true
  }
}

/// Waits for an answer from another thread.
private func waited<Answer: Sendable>(
  for start: (@escaping @Sendable (Answer?) -> Void) -> Void
) -> Answer? {
  let (answer, hasCome) = (Log<Answer?>(), DispatchSemaphore(value: 0))
  start {
    answer.add($0)
    hasCome.signal()
  }
  hasCome.wait()
  return answer.all[0]
}

/// Runs each part of a task on a thread that has nothing else to do: those of the system's pool may
/// all be waiting.
final class OwnThreads: TaskExecutor {
  static let all = OwnThreads()
  private let idle = Lock<[Worker]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let worker = idle.withLock { $0.popLast() } ?? Worker(of: self)
    worker.run(UnownedJob(job))
  }

  private final class Worker: Sendable {
    private let next = Lock<UnownedJob?>(nil)
    private let hasNext = DispatchSemaphore(value: 0)

    init(of all: OwnThreads) {
      Thread.detachNewThread { [self] in
        while true {
          hasNext.wait()
          let job = next.withLock { $0.take()! }
          unsafe job.runSynchronously(on: all.asUnownedTaskExecutor())
          all.idle.withLock { $0.append(self) }
        }
      }
    }

    func run(_ job: UnownedJob) {
      next.withLock { $0 = job }
      hasNext.signal()
    }
  }
}
