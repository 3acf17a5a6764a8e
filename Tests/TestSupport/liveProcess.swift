import Foundation

/// Makes the process of an exit test a live one.
public func liveProcess() {
  // Safe: no other code of this process reads the environment yet.
  unsafe setenv("INJECTION_CONTEXT", "live", 1)
}
