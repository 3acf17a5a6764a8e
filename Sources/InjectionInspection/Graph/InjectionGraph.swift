/// What was built, and what depends on what.
///
/// ```swift
/// print(InjectedValues.current.graph.mermaid)
/// ```
///
/// The names and order of nodes and edges depend only on the keys' types, so you can commit and
/// compare the output.
public struct InjectionGraph: Sendable, Hashable {
  /// The keys, in the order of their identifiers.
  public let nodes: [Node]

  /// The reads, in the order of the readers and then of what they read.
  public let edges: [Edge]

  /// A key that was built or read, or that is overridden.
  public struct Node: Sendable, Hashable, Identifiable {
    /// The unique name of the node in edges: `repository` for `RepositoryKey` and `repositoryKey`.
    public internal(set) var id = ""

    /// The name of the key's type.
    public let key: String

    /// The type of the key's values: `any Repository`.
    public let valueType: String

    /// The key's lifetime, as text: `scoped`, `scoped(by: UserKey)`.
    public let lifetime: String

    /// The scopes that keep, or kept, defaults of the key: one for each line that opens one.
    public internal(set) var owners: [InjectionScope] = []

    /// The scopes that override the key: one for each line that opens one.
    public internal(set) var overrides: [InjectionScope] = []

    /// The scopes that provide the key's code: one for each line that opens one.
    public internal(set) var providers: [InjectionScope] = []

    /// How many defaults of the key were built.
    public internal(set) var builds = 0
  }

  /// A read of one key by the default of another.
  public struct Edge: Sendable, Hashable {
    /// When a read happens.
    public enum Kind: Sendable, Hashable, CaseIterable {
      /// While the reader was built. The overrides of what it reads decide which scopes share it.
      case building

      /// Later, through a property of an object that was created while the reader was built.
      case later
    }

    /// The identifier of the node that reads.
    public let reader: String

    /// The identifier of the node that is read.
    public let read: String

    /// When the read happens.
    public let kind: Kind
  }
}
