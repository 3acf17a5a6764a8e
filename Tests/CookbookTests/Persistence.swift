import Foundation
import Injection
import InjectionEssentials
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

struct Note: Codable, Sendable, Equatable {
  let id: Int
  var text: String
}

protocol NoteStore: Sendable {
  func notes() throws -> [Note]
  func save(_ note: Note) throws
}

struct FileNoteStore: NoteStore {
  let file: URL

  func notes() throws -> [Note] {
    guard FileManager.default.fileExists(atPath: file.path()) else { return [] }
    return try JSONDecoder().decode([Note].self, from: Data(contentsOf: file))
  }

  func save(_ note: Note) throws {
    let notes = try notes().filter { $0.id != note.id } + [note]
    try JSONEncoder().encode(notes).write(to: file, options: .atomic)
  }
}

final class MemoryNoteStore: NoteStore {
  private let contents = Mutex<[Note]>([])

  func notes() -> [Note] { contents.withLock { $0 } }

  func save(_ note: Note) {
    contents.withLock { $0 = $0.filter { $0.id != note.id } + [note] }
  }
}

extension InjectedValues {
  @Injectable(test: MemoryNoteStore()) var noteStore: any NoteStore = FileNoteStore(
    file: FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appending(path: "notes.json")
  )
}

struct Notebook {
  @Injected(\.noteStore) private var store

  func add(_ text: String) throws {
    try store.save(Note(id: (store.notes().map(\.id).max() ?? 0) + 1, text: text))
  }
}

@Suite(.injected()) struct Persistence {
  @Test func `a notebook numbers its notes`() throws {
    try Notebook().add("tea")
    try Notebook().add("milk")
    #expect(try InjectedValues[\.noteStore].notes().map(\.id) == [1, 2])
  }

  enum Kind: CaseIterable {
    case file, memory

    var store: any NoteStore {
      switch self {
      case .file:
        FileNoteStore(
          file: InjectedValues[\.temporaryDirectory].url.appending(path: "n")
        )
      case .memory: MemoryNoteStore()
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a store keeps the last of each note`(kind: Kind) throws {
    let store = kind.store
    #expect(try store.notes() == [])
    try store.save(Note(id: 1, text: "tea"))
    try store.save(Note(id: 2, text: "milk"))
    try store.save(Note(id: 1, text: "coffee"))
    #expect(
      try store.notes() == [Note(id: 2, text: "milk"), Note(id: 1, text: "coffee")]
    )
  }

  @Test func `what a file keeps is there for the next store`() throws {
    let file = InjectedValues[\.temporaryDirectory].url.appending(path: "notes.json")
    try FileNoteStore(file: file).save(Note(id: 1, text: "tea"))
    #expect(try FileNoteStore(file: file).notes() == [Note(id: 1, text: "tea")])
  }
}
