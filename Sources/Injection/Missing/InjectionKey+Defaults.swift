extension InjectionKey {
  /// The same as `defaultValue`.
  public static var testValue: Value {
    Scope.currentBuild?.markLive()
    return defaultValue
  }

  /// The same as `defaultValue`.
  public static var previewValue: Value { defaultValue }

  /// The lifetime `scoped`.
  public static var lifetime: InjectionLifetime { .scoped }
}
