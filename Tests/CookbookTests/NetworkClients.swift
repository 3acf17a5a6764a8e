import Foundation
import Injection
import InjectionEssentials
import InjectionMacros
import InjectionTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct City: Codable, Sendable, Equatable {
  let name: String
}

struct CityClient: Sendable {
  @Injected(\.urlSession) private var session
  @Injected(\.cityServer) private var server

  func city(_ id: Int) async throws -> City {
    let (data, response) = try await session.data(
      from: server.appending(path: "cities/\(id)")
    )
    guard let response = response as? HTTPURLResponse, response.statusCode == 200
    else {
      throw URLError(.badServerResponse)
    }
    return try JSONDecoder().decode(City.self, from: data)
  }
}

extension InjectedValues {
  @Injectable var cityServer: URL = URL(string: "https://cities.example")!
  @Injectable var cities: CityClient = CityClient()
}

@Suite struct NetworkClients {
  @Test(
    .injected(
      \.urlSession,
      .stub { request in
        switch request.url?.path() {
        case "/cities/1": (Data(#"{"name": "Oslo"}"#.utf8), .stub(for: request))
        case "/cities/2": (Data("{}".utf8), .stub(for: request))
        case "/cities/3": throw URLError(.notConnectedToInternet)
        default: (Data(), .stub(for: request, statusCode: 404))
        }
      }
    )
  )
  func `answers of the server`() async throws {
    let cities = InjectedValues[\.cities]
    let city = try await cities.city(1)
    #expect(city == City(name: "Oslo"))
    await #expect(throws: DecodingError.self) { try await cities.city(2) }
    await #expect(throws: URLError(.notConnectedToInternet)) {
      try await cities.city(3)
    }
    await #expect(throws: URLError(.badServerResponse)) { try await cities.city(4) }
  }

  @Test func `the server's address is a value like others`() async throws {
    try await withTestScope {
      $0.cityServer = URL(string: "https://test.example")!
      $0.urlSession = .stub { request in
        request.url?.host() == "test.example"
          ? (Data(#"{"name": "Rome"}"#.utf8), .stub(for: request)) : nil
      }
    } operation: {
      let city = try await InjectedValues[\.cities].city(1)
      #expect(city.name == "Rome")
    }
  }
}
