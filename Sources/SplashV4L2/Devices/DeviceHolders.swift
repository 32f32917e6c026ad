internal import Glibc

/// The processes that hold a device node open, as far as this user may see them.
struct DeviceHolders {
  /// "name (process 1234)", this process left out.
  let processes: [String]

  init(of path: String) {
    var node = stat()
    guard stat(path, &node) == 0 else {
      processes = []
      return
    }
    processes = directory("/proc").compactMap(pid_t.init).filter { $0 != getpid() }
      .filter { pid in
        directory("/proc/\(pid)/fd").contains { descriptor in
          var open = stat()
          return stat("/proc/\(pid)/fd/\(descriptor)", &open) == 0
            && open.st_mode & S_IFMT == S_IFCHR && open.st_rdev == node.st_rdev
        }
      }
      .map { "\(commandName(of: $0)) (process \($0))" }
  }

  /// A remedy for the end of an error line.
  var remedy: String {
    let names = processes.isEmpty ? "another program" : processes.joined(separator: ", ")
    return "\(names) uses it: close that and try again"
  }
}

/// The names in a directory; empty when it cannot be read.
func directory(_ path: String) -> [String] {
  guard let stream = opendir(path) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

private func commandName(of process: pid_t) -> String {
  guard let file = fopen("/proc/\(process)/comm", "r") else { return "a program" }
  defer { fclose(file) }
  var line = [UInt8](repeating: 0, count: 64)
  let count = fread(&line, 1, line.count, file)
  return String(decoding: line.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}
