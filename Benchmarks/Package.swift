// swift-tools-version: 6.2
import PackageDescription

// A package of its own: clients of the library neither resolve nor build it, and it measures what
// the library costs in another package.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-injection", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "Injection", package: "swift-injection"),
        .product(name: "InjectionMacros", package: "swift-injection"),
      ],
      // The same as in the library's package; and SE-0461, so that rows run on the first thread, as
      // valgrind needs it.
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
        .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
        .strictMemorySafety(),  // SE-0458
      ]
    )
  ]
)
