@_spi(Host) import SwiftUI

// The macro `#Preview`, which the stub does not have: functions with its parameters.

@MainActor
func preview(
  _ name: String? = nil,
  @ViewBuilder body: @escaping @MainActor () -> any View
) -> Preview {
  Preview(name, body: body)
}

@MainActor
func preview(
  _ name: String? = nil,
  traits: PreviewTrait<Preview.ViewTraits>,
  _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
  @ViewBuilder body: @escaping @MainActor () -> any View
) -> Preview {
  Preview(allTraits: [traits] + additionalTraits, body: body)
}
