/// Waits until a condition is true, such as that an object is released by another thread.
///
/// - Returns: Whether it is, or has become it within some seconds.
nonisolated(nonsending)
  public func eventually(within limit: Duration = .seconds(20), _ condition: () -> Bool) async
  -> Bool
{
  let end = ContinuousClock.now + limit
  while !condition() {
    if ContinuousClock.now > end { return false }
    await Task.yield()
  }
  return true
}
