/// Waits until a condition is true, such as that an object is released by another thread.
///
/// - Returns: Whether it became true within the limit.
nonisolated(nonsending)
  public func eventually(within limit: Duration = .seconds(60), _ condition: () -> Bool) async
  -> Bool
{
  let end = ContinuousClock.now + limit
  var tries = 0
  while !condition() {
    tries += 1
    // On a busy machine, a few tries may take all the time.
    if tries > 100, ContinuousClock.now > end { return false }
    // The awaited code needs the threads. In a canceled task, sleeping returns at once.
    try? await Task.sleep(for: .milliseconds(2))
    await Task.yield()
  }
  return true
}
