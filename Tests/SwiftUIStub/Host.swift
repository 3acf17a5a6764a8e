/// Shows views as their texts, and keeps their state from one evaluation to the next.
///
/// It evaluates all views each time, and finds a state by its number in the order in which they are
/// made. So the views of a host must always be the same.
// Safe to share: it is only used while `evaluate` runs, on one thread.
@_spi(Host)
public final class Host: @unchecked Sendable {
  @TaskLocal static var current: Host?

  public private(set) var texts: [String] = []
  private(set) var environment = EnvironmentValues()
  private var states: [AnyObject] = []
  private var stateCount = 0
  private let root: @MainActor () -> any View

  /// - Parameter root: Describes the root view, anew at each evaluation.
  @MainActor
  public init(@ViewBuilder _ root: @escaping @MainActor () -> any View) {
    self.root = root
    evaluate()
  }

  @MainActor
  public func evaluate() {
    (texts, stateCount) = ([], 0)
    Host.$current.withValue(self) { show(root()) }
  }

  @MainActor
  private func show(_ view: some View) {
    switch view {
    case let text as Text: texts.append(text.content)
    case let views as Views: for view in views.views { show(view) }
    case let writer as any EnvironmentWriting:
      let outer = environment
      writer.write(&environment)
      show(view.body)
      environment = outer
    default: show(view.body)
    }
  }

  func state<Box: AnyObject>(orNew box: Box) -> Box {
    if stateCount == states.count { states.append(box) }
    defer { stateCount += 1 }
    return states[stateCount] as! Box
  }
}

/// What is asked of `EnvironmentWriter`, whatever its content.
private protocol EnvironmentWriting {
  var write: (inout EnvironmentValues) -> Void { get }
}

extension EnvironmentWriter: EnvironmentWriting {}
