import Foundation

/// The live repository: a JSON file, read anew each time.
struct FileRepository: Repository {
  let path: String

  func getAll() throws(FileError) -> [Article] {
    let data = try read()
    do {
      // The decoder says that something is not JSON, but not what and where.
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return try JSONDecoder().decode([Article].self, from: data)
    } catch {
      throw FileError(path: path, problem: Self.problem(decoding: error))
    }
  }

  private func read() throws(FileError) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FileError(path: path, problem: Self.problem(reading: error))
    }
  }
}

/// Why a file is of no use.
struct FileError: Error, CustomStringConvertible {
  let path: String
  let problem: String

  var description: String { "\(path): \(problem)" }
}

// MARK: - What is wrong with a file

extension FileRepository {
  private static func problem(reading error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    switch (underlying as? POSIXError)?.code {
    case .ENOENT: return "there is no such file"
    case .EISDIR: return "it is a directory, not a file"
    case .EACCES: return "there is no permission to read it"
    default: return "it cannot be read: \((underlying ?? error).localizedDescription)"
    }
  }

  private static func problem(decoding error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(place(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      "\(place(context.codingPath)) must be \(name(of: type))"
    case DecodingError.dataCorrupted(let context):
      "\(place(context.codingPath)) \(context.debugDescription)"
    default:
      "it is not JSON: \(description(error))"
    }
  }

  /// A place in the file: `article 3, "cents"`.
  private static func place(_ path: [any CodingKey]) -> String {
    guard let first = path.first, let index = first.intValue else { return "it" }
    return (["article \(index + 1)"] + path.dropFirst().map { "\"\($0.stringValue)\"" })
      .joined(separator: ", ")
  }

  private static func name(of type: Any.Type) -> String {
    switch type {
    case is Double.Type: "a whole number"
    case is String.Type: "a string"
    case is [Any].Type: "a list of articles"
    default: "an object with \"name\" and \"cents\""
    }
  }

  private static func description(_ error: any Error) -> String {
    (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? error.localizedDescription
  }
}
