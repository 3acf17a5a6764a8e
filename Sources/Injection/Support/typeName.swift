/// A type as people write it: `any Repository`, where its description says `Repository`.
package func typeName(_ type: Any.Type) -> String {
  let name = "\(type)"
  // The metatype of an existential is the only one that is described like this.
  let isExistential = "\(Swift.type(of: type))" == name + ".Protocol"
  return isExistential && type != Any.self ? "any \(name)" : name
}
