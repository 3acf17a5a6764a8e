// Tests whose target doesn't link InjectionTesting.

import Injection

private enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }

for _ in 1...2 { print(InjectedValues.current[NumberKey.self]) }
