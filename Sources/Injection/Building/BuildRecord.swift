/// What is known of a default that was built: why it is valid where it is shared.
@usableFromInline
package final class BuildRecord: Sendable {
  package let lifetime: InjectionLifetime
  package let context: InjectionContext

  /// What the build read directly, in the order of the first reads. What those entries read themselves
  /// is in their records.
  let reads: [Dependency]

  /// The key's value in this context is `unimplemented`.
  let isUnimplemented: Bool

  init(
    lifetime: InjectionLifetime,
    _ context: InjectionContext,
    reads: [Dependency],
    isUnimplemented: Bool
  ) {
    self.lifetime = lifetime
    self.context = context
    self.reads = reads
    self.isUnimplemented = isUnimplemented
  }
}
