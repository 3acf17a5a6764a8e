import Foundation
import Injection

extension InjectedValues {
  private enum ArticlesPathKey: InjectionKey {
    static var defaultValue: String {
      Bundle.module.path(forResource: "articles", ofType: "json") ?? "articles.json"
    }
  }

  /// The path of the file that the live repository reads.
  var articlesPath: String {
    get { self[ArticlesPathKey.self] }
    set { self[ArticlesPathKey.self] = newValue }
  }

  private enum CustomerKey: InjectionKey {
    // Who someone is has no default: code outside of a customer's scope stops, or fails its test,
    // instead of acting for nobody.
    static var defaultValue: String { unprovided() }
    static var testValue: String { unimplemented(placeholder: "") }
  }

  /// The name of the customer whose basket is filled.
  var customer: String {
    get { self[CustomerKey.self] }
    set { self[CustomerKey.self] = newValue }
  }

  private enum RepositoryKey: InjectionKey {
    // Reads another value while it is built: a scope that overrides that gets a repository of its
    // own.
    static var defaultValue: any Repository {
      FileRepository(path: InjectedValues.current.articlesPath)
    }
  }

  /// The repository of the articles.
  var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }

  private enum ServiceKey: InjectionKey {
    // Built once, since it reads what it needs when it is used: in each scope that scope's values.
    static var defaultValue: BasketService { BasketService() }
  }

  /// The service that fills baskets.
  var service: BasketService {
    get { self[ServiceKey.self] }
    set { self[ServiceKey.self] = newValue }
  }
}
