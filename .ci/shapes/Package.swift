// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Shapes",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-injection", path: "../..")],
  targets: [
    .executableTarget(
      name: "Shapes",
      dependencies: [
        .product(name: "Injection", package: "swift-injection"),
        .product(name: "InjectionTesting", package: "swift-injection"),
      ]
    )
  ]
)
