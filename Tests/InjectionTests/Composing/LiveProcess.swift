import Foundation

/// Makes the process of an exit test one that is neither a test nor a preview.
func liveProcess() {
  // Safe: nothing else runs in this process yet that reads its environment.
  unsafe setenv("INJECTION_CONTEXT", "live", 1)
}
