// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swift-injection",
  platforms: [
    // The first systems that have `Synchronization`.
    .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2),
  ],
  products: [
    .library(name: "Injection", targets: ["Injection"])
  ],
  targets: [
    .target(name: "Injection"),
    .testTarget(name: "InjectionTests", dependencies: ["Injection"]),
  ]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),  // SE-0335
      .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
      .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
      .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
      .strictMemorySafety(),  // SE-0458
    ]
}
