public import Injection

// The kinds of issues that only tests have.
extension InjectionIssue.Kind {
  /// A strict test read a live default.
  public static let liveDefault = Self("liveDefault")

  /// An override was never read, or a property was set whose setter sets no key.
  public static let unusedOverride = Self("unusedOverride")

  /// Verified properties can't be built.
  public static let unverified = Self("unverified")

  /// A scope still exists after its test has ended.
  public static let leakedScope = Self("leakedScope")

  /// A test entered values that were captured in another test.
  public static let foreignValues = Self("foreignValues")

  /// A test called `InjectedValues.bootstrap`, which sets values of the process for all tests. It has
  /// set nothing.
  public static let bootstrappedInTest = Self("bootstrappedInTest")
}
