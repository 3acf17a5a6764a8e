/// A place in source code, small enough to be kept in every `Injected`.
@usableFromInline
@safe
package struct SourcePlace: @unchecked Sendable {
  // Safe, and unchecked: points to a literal, which is constant, lives as long as the process, and
  // ends with a zero.
  private let fileStart: UnsafePointer<CChar>
  package let line: UInt32

  package init(_ fileID: StaticString, _ line: UInt) {
    // A literal of one scalar is kept as that scalar; no file has such a short name.
    precondition(fileID.hasPointerRepresentation, "a file ID must be a literal")
    unsafe self.fileStart = UnsafeRawPointer(fileID.utf8Start).assumingMemoryBound(to: CChar.self)
    self.line = UInt32(clamping: line)
  }

  /// The module and the file: `Shop/Checkout.swift`.
  package var fileID: String { unsafe String(cString: fileStart) }
}

extension SourcePlace: CustomStringConvertible {
  /// The file and the line: `Checkout.swift:14`.
  @usableFromInline
  package var description: String {
    "\(fileID.split(separator: "/").last ?? ""):\(line)"
  }
}

extension SourcePlace: Hashable {
  @usableFromInline
  package static func == (a: SourcePlace, b: SourcePlace) -> Bool {
    a.line == b.line && a.fileID == b.fileID
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID)
  }
}
