// swift-tools-version: 6.2
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
    .library(name: "InjectionSwiftUI", targets: ["InjectionSwiftUI"]),
    .executable(name: "BasketExample", targets: ["BasketExample"]),
  ],
  targets: [
    .target(name: "Injection"),
    .target(name: "InjectionInspection", dependencies: ["Injection"]),
    .target(name: "InjectionTesting", dependencies: ["Injection"]),
    .target(
      name: "InjectionEssentials",
      dependencies: ["Injection"],
      // SE-0461: its clocks are moved on the caller's actor.
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    ),
    .target(name: "InjectionMacros", dependencies: ["Injection", "InjectionMacrosPlugin"]),
    // The compiler runs it; it is no part of what clients link.
    .macro(name: "InjectionMacrosPlugin", dependencies: ["InjectionMacrosExpansion"]),
    .target(name: "InjectionMacrosExpansion"),
    .target(name: "InjectionSwiftUI", dependencies: ["Injection"]),
    .executableTarget(
      name: "BasketExample",
      dependencies: ["Injection", "InjectionEssentials", "InjectionInspection"],
      resources: [.copy("articles.json")]
    ),

    .testTarget(
      name: "InjectionTests",
      dependencies: ["Injection", "InjectionMacros", "InjectionTesting", "TestSupport"]
    ),
    .testTarget(
      name: "InjectionInspectionTests",
      dependencies: [
        "Injection", "InjectionInspection", "InjectionMacros", "InjectionTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "InjectionTestingTests",
      dependencies: ["Injection", "InjectionMacros", "InjectionTesting", "TestSupport"]
    ),
    .testTarget(
      name: "InjectionEssentialsTests",
      dependencies: ["Injection", "InjectionEssentials", "InjectionTesting", "TestSupport"]
    ),
    .testTarget(
      name: "InjectionMacrosTests",
      dependencies: [
        "Injection", "InjectionMacros", "InjectionMacrosExpansion", "InjectionTesting",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "InjectionSwiftUITests",
      dependencies: ["Injection", "InjectionSwiftUI", "InjectionTesting"]
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

    // What the compiler and its tools see of the modules, and clients with other settings: below.
    .testTarget(
      name: "InterfaceClientTests",
      dependencies: [
        "Injection", "InjectionEssentials", "InjectionInspection", "InjectionMacros",
        "InjectionTesting", "MainActorKeys", "TestSupport",
      ],
      path: "Tests/Clients/Interface"
    ),
    .target(
      name: "MainActorKeys",
      dependencies: ["Injection"],
      path: "Tests/Clients/MainActorKeys",
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
  ]
)

// Where there is no SwiftUI, a stub of that name can be asked for, to compile the product and to
// run its tests. Nobody else sees it: elsewhere it would hide the real one.
#if os(Linux)
  if Context.environment["INJECTION_SWIFTUI_STUB"] == "1" {
    package.targets.first { $0.name == "InjectionSwiftUI" }!.dependencies.append("SwiftUI")
    package.targets.removeAll { $0.type == .test && $0.name != "InjectionSwiftUITests" }
    package.targets += [
      .target(name: "SwiftUI", path: "Tests/SwiftUIStub"),
      .testTarget(
        name: "SwiftUIClientTests",
        dependencies: ["Injection", "InjectionSwiftUI", "SwiftUI"],
        swiftSettings: [.defaultIsolation(MainActor.self)]
      ),
    ]
  }
#endif

// These have the compiler's own settings: what a page shows works where nothing is switched on.
let plainClients: Set = ["BasketExample", "InterfaceClientTests"]

// The library itself has these, and most of its tests. Not `NonisolatedNonsendingByDefault`, which
// changes what closures in public signatures mean for clients that do not have it.
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

// One client, compiled in each of the settings that clients have: all but `Shop` are links to that.
let isOnMainActor = SwiftSetting.defaultIsolation(MainActor.self)  // SE-0466
let isNonsending = SwiftSetting.enableUpcomingFeature("NonisolatedNonsendingByDefault")  // SE-0461
let settings: KeyValuePairs<String, [SwiftSetting]> = [
  "Shop": [], "Nonsending": [isNonsending], "MainActor": [isOnMainActor],
  "MainActorNonsending": [isOnMainActor, isNonsending], "SwiftFive": [.swiftLanguageMode(.v5)],
]
package.targets += settings.map { name, settings in
  .testTarget(
    name: "\(name)ClientTests",
    dependencies: [
      "Injection", "InjectionEssentials", "InjectionInspection", "InjectionMacros",
      "InjectionTesting",
    ],
    path: "Tests/Clients/\(name)",
    swiftSettings: settings
  )
}
