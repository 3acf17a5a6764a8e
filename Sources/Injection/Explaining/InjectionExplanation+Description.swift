extension InjectionExplanation: CustomStringConvertible {
  /// The explanation as a tree, for people.
  public var description: String {
    lines.joined(separator: "\n")
  }

  private var lines: [String] {
    var lines = ["\(property ?? key ?? "computed"): \(value ?? valueType) (\(summary))"]
    lines += remarks.map { "  " + $0 }
    for (index, read) in reads.enumerated() {
      let isLast = index == reads.count - 1
      let own = read.lines
      lines.append((isLast ? "└─ " : "├─ ") + own[0])
      lines += own.dropFirst().map { (isLast ? "   " : "│  ") + $0 }
    }
    return lines
  }

  /// What is in parentheses: `default, singleton, kept by the process`.
  private var summary: String {
    var parts: [String] = []
    switch source {
    case .override:
      parts.append(scope?.asOverriding ?? "overridden")
    case .computed:
      parts.append("computed from what follows")
    case .builtDefault:
      parts += [defaultName] + unusualLifetime
      if let scope { parts.append("kept by \(scope)") }
    case .unbuiltDefault:
      parts += [defaultName] + unusualLifetime
      switch lifetime {
      case .transient: parts.append("built at every read")
      default: parts.append("not built yet")
      }
      if let scope { parts.append("would be kept by \(scope)") }
    }
    if isExplainedAbove { parts.append("see above") }
    return parts.joined(separator: ", ")
  }

  /// The context is told where it is not the one that the process is for.
  private var defaultName: String {
    let usual: InjectionContext = InjectionContext.ofThisProcess == .test ? .test : .live
    return context == usual ? "default" : "\(context.rawValue) default"
  }

  private var unusualLifetime: [String] {
    guard let lifetime, lifetime != .scoped else { return [] }
    return [lifetime.rawValue]
  }
}
