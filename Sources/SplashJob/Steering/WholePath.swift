internal import Foundation

/// The absolute path of a file, for other programs of this machine; addresses stay as they are.
package func wholePath(of name: String) -> String {
  let path = filePath(of: name)
  let isAddress =
    path == name && name.firstMatch(of: /^[a-zA-Z][a-zA-Z0-9+.\-]+:/) != nil
    && FolderEntry(path: name) == nil
  guard !path.hasPrefix("/"), !isAddress else { return name }
  return FileManager.default.currentDirectoryPath + "/" + path
}
