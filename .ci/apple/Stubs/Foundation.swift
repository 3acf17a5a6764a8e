// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// A stub of Foundation: what the package uses of it, and of the modules that it exports
// (ObjectiveC, CoreFoundation).

open class NSObject: Hashable {
  public init() {}
  public static func == (a: NSObject, b: NSObject) -> Bool { a === b }
  public func hash(into h: inout Hasher) {}
  open var hash: Int { 0 }
  open var description: String { "" }
}

public func NSClassFromString(_ name: String) -> AnyClass? { nil }

public protocol NSObjectProtocol: AnyObject {}
extension NSObject: NSObjectProtocol {}

public typealias TimeInterval = Double
// MARK: Threads. NSThread is NS_SWIFT_SENDABLE.
open class Thread: NSObject, @unchecked Sendable {
  open class var current: Thread { fatalError() }
  open class var isMainThread: Bool { true }
  open var isMainThread: Bool { true }
  open class func sleep(forTimeInterval ti: TimeInterval) {}
  public override init() {}
  @available(macOS 10.12, *) public convenience init(block: @escaping @Sendable () -> Void) {
    self.init()
  }
  @available(macOS 10.5, *) open var stackSize: Int {
    get { 0 }
    set {}
  }
  @available(macOS 10.5, *) open func start() {}
  open class var callStackSymbols: [String] { [] }
}
open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { [:] }
  open var arguments: [String] { [] }
  @available(macOS 10.6, *) open var activeProcessorCount: Int { 0 }
}

// MARK: Values
public struct Date: Sendable, Hashable, Comparable, Codable {
  public typealias Stride = TimeInterval
  public init() {}
  public init(timeIntervalSinceReferenceDate ti: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
  public func addingTimeInterval(_ t: TimeInterval) -> Date { self }
  public static func < (a: Date, b: Date) -> Bool { false }
}
public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8
)
public struct UUID: Sendable, Hashable, CustomStringConvertible {
  public var uuid: uuid_t { fatalError() }
  public init() {}
  public init(uuid: uuid_t) {}
  public init?(uuidString: String) {}
  public var uuidString: String { "" }
  public var description: String { "" }
  public static func == (a: UUID, b: UUID) -> Bool { false }
  public func hash(into h: inout Hasher) {}
}
public struct Locale: Sendable, Hashable {
  public init(identifier: String) {}
  public static var autoupdatingCurrent: Locale { fatalError() }
  public static var current: Locale { fatalError() }
}
public struct TimeZone: Sendable, Hashable {
  public init?(identifier: __shared String) {}
  public init?(secondsFromGMT: Int) {}
  public static var autoupdatingCurrent: TimeZone { fatalError() }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) public static var gmt: TimeZone {
    fatalError()
  }
}
public struct Calendar: Sendable, Hashable {
  public enum Identifier: Sendable { case gregorian, iso8601 }
  public init(identifier: __shared Identifier) {}
  public static var autoupdatingCurrent: Calendar { fatalError() }
  public var timeZone: TimeZone {
    get { fatalError() }
    set {}
  }
  public var locale: Locale? {
    get { fatalError() }
    set {}
  }
}
public struct Data: Sendable, Hashable, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  public typealias Index = Int
  public typealias Element = UInt8
  public init() {}
  public init(_ s: some Sequence<UInt8>) {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(i: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public subscript(r: Range<Int>) -> Data {
    get { self }
    set {}
  }
  public mutating func replaceSubrange(_ r: Range<Int>, with e: some Collection<UInt8>) {}
}
public struct URL: Sendable, Hashable {
  public enum DirectoryHint: Sendable, Hashable {
    case isDirectory, notDirectory, checkFileSystem, inferFromPath
  }
  public init?(string: __shared String) {}
  public init(fileURLWithPath: String) {}
  public var scheme: String? { nil }
  public var absoluteString: String { "" }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) public func path(
    percentEncoded: Bool = true
  )
    -> String
  { "" }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public func appending<S: StringProtocol>(
    path: S,
    directoryHint: DirectoryHint = .inferFromPath
  ) -> URL { self }
}
open class FileManager: NSObject, @unchecked Sendable {
  open class var `default`: FileManager { fatalError() }
  open var temporaryDirectory: URL { fatalError() }
  open func createDirectory(
    at: URL,
    withIntermediateDirectories: Bool,
    attributes: [String: Any]? = nil
  ) throws {}
  open func removeItem(at: URL) throws {}
  open func fileExists(atPath: String) -> Bool { false }
}
open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardInput: FileHandle { fatalError() }
  open class var standardOutput: FileHandle { fatalError() }
  open class var standardError: FileHandle { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, watchOS 6.2, tvOS 13.4, visionOS 1, *) public func read(
    upToCount count: Int
  ) throws -> Data? { nil }
  @available(macOS 10.15.4, iOS 13.4, watchOS 6.2, tvOS 13.4, visionOS 1, *)
  public func write<T: Sequence>(
    contentsOf data: T
  ) throws where T.Element == UInt8 {}
}
open class JSONSerialization: NSObject {
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var prettyPrinted: WritingOptions { .init(rawValue: 1) }
    @available(macOS 10.13, *) public static var sortedKeys: WritingOptions { .init(rawValue: 2) }
    @available(macOS 10.15, *) public static var withoutEscapingSlashes: WritingOptions {
      .init(rawValue: 8)
    }
  }
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  open class func data(withJSONObject obj: Any, options opt: WritingOptions = []) throws -> Data {
    fatalError()
  }
  open class func jsonObject(with data: Data, options opt: ReadingOptions = []) throws -> Any {
    fatalError()
  }
}
open class Stream: NSObject {
  open func open() {}
  open func close() {}
  open var streamError: (any Error)? { nil }
}
open class InputStream: Stream {
  open func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int { 0 }
}
@discardableResult public func atexit(_ f: (@convention(c) () -> Void)!) -> Int32 { 0 }
@discardableResult public func sched_yield() -> Int32 { 0 }
public func exit(_: Int32) -> Never { fatalError() }

// MARK: URL loading. Sendable as in the SDK of Xcode 16 and 26: NSURLSession, -Task, -Configuration and
// NSURLProtocol… are NS_SWIFT_SENDABLE but for URLProtocol and URLProtocolClient.
public let NSLocalizedDescriptionKey = "NSLocalizedDescription"
public let NSURLErrorFailingURLErrorKey = "NSErrorFailingURLKey"
public struct URLError: Error, Sendable, Hashable {
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var unsupportedURL: Code { .init(rawValue: 0) }
    public static var resourceUnavailable: Code { .init(rawValue: 0) }
    public static var cancelled: Code { .init(rawValue: 0) }
    public static var userAuthenticationRequired: Code { .init(rawValue: 0) }
    public static var requestBodyStreamExhausted: Code { .init(rawValue: 0) }
  }
  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
  public static var requestBodyStreamExhausted: Code { .requestBodyStreamExhausted }
}
public struct URLRequest: Sendable, Hashable {
  public var url: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public var httpBodyStream: InputStream? {
    get { nil }
    set {}
  }
  public init(url: URL) {}
}
open class URLResponse: NSObject, @unchecked Sendable {}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public init?(
    url: URL,
    statusCode: Int,
    httpVersion HTTPVersion: String?,
    headerFields: [String: String]?
  ) {}
  open var statusCode: Int { 0 }
  @available(macOS 10.15, *) open func value(forHTTPHeaderField field: String) -> String? { nil }
}
open class URLCache: NSObject, @unchecked Sendable {
  public enum StoragePolicy: Sendable { case allowed, allowedInMemoryOnly, notAllowed }
}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class CachedURLResponse: NSObject, @unchecked Sendable {}
open class URLSessionTask: NSObject, @unchecked Sendable {
  public enum State: Int, Sendable { case running, suspended, canceling, completed }
  open var state: State { .running }
  open func suspend() {}
  open func resume() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open var protocolClasses: [AnyClass]? {
    get { nil }
    set {}
  }
  open var urlCache: URLCache? {
    get { nil }
    set {}
  }
  open var urlCredentialStorage: URLCredentialStorage? {
    get { nil }
    set {}
  }
  open var httpCookieStorage: HTTPCookieStorage? {
    get { nil }
    set {}
  }
  open var timeoutIntervalForRequest: TimeInterval {
    get { 0 }
    set {}
  }
}
// @protocol NSURLSessionDelegate <NSObject>, NS_SWIFT_SENDABLE
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable {}
open class URLSession: NSObject, @unchecked Sendable {
  open class var shared: URLSession { fatalError() }
  public init(
    configuration: URLSessionConfiguration,
    delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {}
}
public protocol URLProtocolClient: NSObjectProtocol {
  func urlProtocol(
    _ protocol: URLProtocol,
    didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy
  )
  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
}
open class URLProtocol: NSObject {
  public init(
    request: URLRequest,
    cachedResponse: CachedURLResponse?,
    client: (any URLProtocolClient)?
  ) {}
  open var client: (any URLProtocolClient)? { nil }
  open var request: URLRequest { fatalError() }
  open var task: URLSessionTask? { nil }
  open class func canInit(with request: URLRequest) -> Bool { false }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  open func startLoading() {}
  open func stopLoading() {}
}

// MARK: CoreFoundation
public class CFRunLoop {}
public class CFString {}
public typealias CFTypeRef = AnyObject
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: CFString
  public init(rawValue: CFString) { self.rawValue = rawValue }
  public static func == (a: Self, b: Self) -> Bool { false }
  public func hash(into h: inout Hasher) {}
  public static var defaultMode: CFRunLoopMode { fatalError() }
}
extension CFString: @unchecked Sendable {}
public func CFRunLoopGetCurrent() -> CFRunLoop! { fatalError() }
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!) {}
public func CFRunLoopWakeUp(_ rl: CFRunLoop!) {}
