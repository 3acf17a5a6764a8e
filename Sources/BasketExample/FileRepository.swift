import Foundation

/// Where articles come from.
protocol Repository: Sendable {
  func getAll() throws -> [Article]
}

/// The live repository: a JSON file, which is read anew each time.
struct FileRepository: Repository {
  let path: String

  func getAll() throws -> [Article] {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      return try JSONDecoder().decode([Article].self, from: data)
    } catch let error as DecodingError {
      throw Problem("\(path): \(Self.description(of: error))")
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
      throw Problem("\(path): \((cause ?? error).localizedDescription)")
    }
  }

  private static func description(of error: DecodingError) -> String {
    switch error {
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
    case .dataCorrupted(let context): "\(position(context.codingPath)) \(context.debugDescription)"
    case .keyNotFound(let key, let context): "\(position(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(position(context.codingPath)) is of the wrong type: \(context.debugDescription)"
    @unknown default: "\(error)"
    }
  }

  /// A position in the file: `article 3, "cents"`.
  private static func position(_ path: [any CodingKey]) -> String {
    guard let index = path.first?.intValue else { return "the list of articles" }
    return (["article \(index + 1)"] + path.dropFirst().map { "\"\($0.stringValue)\"" })
      .joined(separator: ", ")
  }
}

/// A reason to end with an error.
struct Problem: Error, CustomStringConvertible, Equatable {
  let description: String
  init(_ description: String) { self.description = description }
}
