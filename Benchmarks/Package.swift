// swift-tools-version: 6.3
import PackageDescription

// A package of its own, which clients of the library neither resolve nor build. It measures the
// cost of the library in another package.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-injection", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "System",
        .product(name: "Injection", package: "swift-injection"),
        .product(name: "InjectionInspection", package: "swift-injection"),
        .product(name: "InjectionServer", package: "swift-injection"),
        // Elsewhere, only test bundles find the test frameworks.
        .product(
          name: "InjectionTesting",
          package: "swift-injection",
          condition: .when(platforms: [.linux])
        ),
      ],
      // The settings of the library's package.
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
        .strictMemorySafety(),  // SE-0458
      ]
    ),
    // valgrind doesn't know the newer format.
    .target(name: "System", cSettings: [.unsafeFlags(["-gdwarf-4"])]),
  ]
)
