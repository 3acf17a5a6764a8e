extension InjectionKey {
  /// The same as `defaultValue`.
  public static var testValue: Value {
    Viewpoint.current?.innermostBuild?.mark(.live)
    return defaultValue
  }

  /// The same as `defaultValue`.
  public static var previewValue: Value { defaultValue }

  /// ``InjectionLifetime/scoped``.
  public static var lifetime: InjectionLifetime { .scoped }
}
