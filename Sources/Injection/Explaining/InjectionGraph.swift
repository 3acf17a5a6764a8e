/// What a container has built and read so far: who depends on what (R19).
///
/// ```swift
/// print(InjectedValues.current.graph.mermaid)
/// ```
///
/// The order of nodes and edges depends on names alone, so the output can be committed and compared.
public struct InjectionGraph: Sendable, Hashable, Codable {
  /// The keys, in the order of their identifiers.
  public let nodes: [Node]

  /// Who reads whom, in the order of the readers and then of what they read.
  public let edges: [Edge]

  /// A key that was built, read by a build, or is overridden.
  public struct Node: Sendable, Hashable, Codable, Identifiable {
    /// Names the node in edges: the property, or else the key; made unique.
    public internal(set) var id: String

    /// The property of `InjectedValues`; `nil` where only the key is known.
    public let property: String?

    /// The name of the key's type.
    public let key: String

    /// The type of the key's values: `any Repository`.
    public let valueType: String

    /// The key's lifetime; `nil` where only an override of the key was seen.
    public let lifetime: InjectionLifetime?

    /// Who keeps, or kept, defaults of the key: one a place in the source.
    public let owners: [InjectionScope]

    /// The scopes that override the key, of those that were open where the graph was asked for.
    public let overrides: [InjectionScope]

    /// How many times the key's default was built.
    public let builds: Int
  }

  /// A read of one key by the default of another.
  public struct Edge: Sendable, Hashable, Codable {
    /// When a read happens.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      /// While the reader was built. What is read decides who shares the reader.
      case building

      /// Later: by a task that the build started, or through an `Injected` property of an object that
      /// was made in the build, whether it was read yet or not.
      case later
    }

    /// The identifier of the node that reads.
    public let reader: String

    /// The identifier of the node that is read.
    public let read: String

    /// When the read happens.
    public let kind: Kind
  }

  /// A graph of these nodes and edges, put in order.
  init(nodes: [Node], edges: [Edge]) {
    self.nodes = nodes.sorted { $0.id }
    // The character comes before all others: the order is that of the readers first of all.
    self.edges = edges.sorted { "\($0.reader)\0\($0.read)\0\($0.kind.rawValue)" }
  }
}
