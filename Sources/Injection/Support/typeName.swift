/// The name of a type as it's written in code: `any Repository`, not `Repository`.
package func typeName(_ type: Any.Type) -> String {
  let name = String(describing: type)
  // Only metatypes of existentials have such a description.
  let isExistential = String(describing: Swift.type(of: type)) == name + ".Protocol"
  return isExistential && type != Any.self ? "any \(name)" : name
}
