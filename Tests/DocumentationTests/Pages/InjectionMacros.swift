import Injection
import InjectionMacros
import InjectionTesting
import Testing

extension InjectedValues {
  @Injectable fileprivate var retries = 3
  @Injectable(test: 0.5) fileprivate var timeout: Double = 30
}

private struct Download {
  @Injected(\.retries) var retries
  @Injected(\.timeout) var timeout
}

@Test(.injected())
private func `a macro declares two values`() {
  #expect(Download().retries == 3)
  #expect(Download().timeout == 0.5)
  withContext(.live) { #expect(Download().timeout == 30) }
}
