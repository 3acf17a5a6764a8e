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

  private enum RepositoryKey: InjectionKey {
    // It reads another value while it is built: where that is overridden, so is this one.
    static var defaultValue: any Repository {
      FileRepository(path: InjectedValues.current.articlesPath)
    }
  }

  /// Where articles come from.
  var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }
}
