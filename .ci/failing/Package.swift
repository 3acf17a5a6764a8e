// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Failing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-injection", path: "../..")],
  targets: [
    .testTarget(
      name: "FailingTests",
      dependencies: [
        .product(name: "Injection", package: "swift-injection"),
        .product(name: "InjectionMacros", package: "swift-injection"),
        .product(name: "InjectionTesting", package: "swift-injection"),
      ]
    )
  ]
)
