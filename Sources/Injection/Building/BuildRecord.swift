/// What is known of a default that was built: why it is valid where it is shared.
@usableFromInline
package final class BuildRecord: Sendable {
  package let lifetime: InjectionLifetime
  package let context: InjectionContext

  /// What the build read directly, from scopes that enclose it, in the order of the first reads. What
  /// those entries read themselves is in their records; what a `DefaultUse` stands for read is here.
  let reads: [Entry]

  /// The key's value in this context is `unimplemented`.
  let isUnimplemented: Bool

  init(
    lifetime: InjectionLifetime,
    _ context: InjectionContext,
    reads: [Entry],
    isUnimplemented: Bool
  ) {
    self.lifetime = lifetime
    self.context = context
    self.reads = reads
    self.isUnimplemented = isUnimplemented
  }

  /// The same, without what was read.
  var withoutReads: BuildRecord {
    BuildRecord(lifetime: lifetime, context, reads: [], isUnimplemented: isUnimplemented)
  }
}
