// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "swift-injection",
  platforms: [
    // The first systems that have `Synchronization`.
    .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2),
  ],
  products: [
    .library(name: "Injection", targets: ["Injection"]),
    .library(name: "InjectionInspection", targets: ["InjectionInspection"]),
    .library(name: "InjectionTesting", targets: ["InjectionTesting"]),
    .library(name: "InjectionEssentials", targets: ["InjectionEssentials"]),
    .library(name: "InjectionMacros", targets: ["InjectionMacros"]),
    .library(name: "InjectionServer", targets: ["InjectionServer"]),
    .library(name: "InjectionSwiftUI", targets: ["InjectionSwiftUI"]),
  ],
  targets: [
    .target(name: "Injection"),
    .target(name: "InjectionInspection", dependencies: ["Injection"]),
    .target(name: "InjectionTesting", dependencies: ["Injection", "InjectionInspection"]),
    .target(name: "InjectionEssentials", dependencies: ["Injection"]),
    .target(name: "InjectionMacros", dependencies: ["Injection", "InjectionMacrosPlugin"]),
    // The compiler runs it; clients do not link it.
    .macro(name: "InjectionMacrosPlugin", dependencies: ["InjectionMacrosExpansion"]),
    .target(name: "InjectionMacrosExpansion"),
    .target(name: "InjectionServer", dependencies: ["Injection"]),
    .target(name: "InjectionSwiftUI", dependencies: ["Injection"]),
    .executableTarget(
      name: "BasketExample",
      dependencies: ["Injection", "InjectionEssentials", "InjectionInspection"],
      resources: [.copy("articles.json")]
    ),

    .testTarget(
      name: "InjectionTests",
      dependencies: [
        "Injection", "InjectionMacros", "InjectionServer", "InjectionTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "InjectionInspectionTests",
      dependencies: [
        "Injection", "InjectionInspection", "InjectionMacros", "InjectionTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "InjectionTestingTests",
      dependencies: [
        "Injection", "InjectionMacros", "InjectionServer", "InjectionTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "InjectionEssentialsTests",
      dependencies: [
        "Injection", "InjectionEssentials", "InjectionMacros", "InjectionTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "InjectionMacrosTests",
      dependencies: [
        "Injection", "InjectionEssentials", "InjectionMacros", "InjectionMacrosExpansion",
        "InjectionTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "InjectionServerTests",
      dependencies: [
        "Injection", "InjectionMacros", "InjectionServer", "InjectionTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "InjectionSwiftUITests",
      dependencies: ["Injection", "InjectionMacros", "InjectionSwiftUI", "InjectionTesting"]
    ),
    .testTarget(
      name: "BasketExampleTests",
      dependencies: [
        "BasketExample", "Injection", "InjectionEssentials", "InjectionInspection",
        "InjectionTesting", "TestSupport",
      ]
    ),
    .target(
      name: "TestSupport",
      dependencies: ["Injection", "InjectionMacros"],
      path: "Tests/TestSupport"
    ),

    // Clients: one as people write them, which `.ci/run clients` compiles in all settings; one
    // for what the compiler and its tools see of the modules; and a module on the main actor.
    .testTarget(
      name: "ShopClientTests",
      dependencies: [
        "Injection", "InjectionEssentials", "InjectionInspection", "InjectionMacros",
        "InjectionServer", "InjectionTesting",
      ],
      path: "Tests/Clients/Shop"
    ),
    .testTarget(
      name: "InterfaceClientTests",
      dependencies: [
        "Injection", "InjectionEssentials", "InjectionInspection", "InjectionMacros",
        "InjectionServer", "InjectionTesting", "MainActorKeys", "TestSupport",
      ],
      path: "Tests/Clients/Interface"
    ),
    .target(
      name: "MainActorKeys",
      dependencies: ["Injection", "InjectionMacros"],
      path: "Tests/Clients/MainActorKeys",
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
  ]
)

// A stub of SwiftUI, to compile the product and run its tests where there is no SwiftUI. It is
// there on request only, since it hides the real one.
#if os(Linux)
  if Context.environment["INJECTION_SWIFTUI_STUB"] == "1" {
    package.targets.first { $0.name == "InjectionSwiftUI" }!.dependencies.append("SwiftUI")
    package.targets.removeAll { $0.type == .test && $0.name != "InjectionSwiftUITests" }
    package.targets += [
      .target(name: "SwiftUI", path: "Tests/SwiftUIStub"),
      .target(
        name: "SwiftUIClient",
        dependencies: ["Injection", "InjectionMacros", "InjectionSwiftUI", "SwiftUI"],
        path: "Tests/Clients/SwiftUI",
        swiftSettings: [.defaultIsolation(MainActor.self)]
      ),
    ]
  }
#endif

// Swift Build links a macro into the tests that use it, but not what the macro depends on.
for target in package.targets where target.type == .test && target.name != "InjectionMacrosTests" {
  target.dependencies.append("InjectionMacrosExpansion")
}

// These have the compiler's own settings: code on a page works where nothing is switched on.
let plainClients: Set = ["BasketExample", "InterfaceClientTests", "ShopClientTests"]

// All others have these. Not `NonisolatedNonsendingByDefault`, which changes what closures in
// public signatures mean for clients that do not have it.
for target in package.targets where !plainClients.contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),  // SE-0335
      .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
      .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
      .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
      .strictMemorySafety(),  // SE-0458
    ]
}
