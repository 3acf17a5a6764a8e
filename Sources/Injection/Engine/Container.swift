/// What all scopes of one tree share. The process has one; every test scope opens its own.
package final class Container: Sendable {
  package let context: InjectionContext

  package init(context: InjectionContext) {
    self.context = context
  }

  package static let process = Container(context: .ofThisProcess)
}
