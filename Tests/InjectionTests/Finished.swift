import Injection

extension InjectedValues {
  /// These values, no longer a draft, to enter them.
  var finished: InjectedValues { InjectedValues(finished()) }
}
