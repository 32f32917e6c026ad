// Masks of networks, unprocessed: for scripts/bench/subjects.
//
// usage: subject-probe person|subject WIDTH HEIGHT [colors|looks]
// Frames of 4:2:0, BT.709, limited range come in one after another; masks of 32-bit floats go
// out, each after its width and height of 32 bits. With `colors` the network's input goes
// out as well, first all of red. With `looks` masks are those of the first look and the second.
import Foundation
import SplashJob

let words = CommandLine.arguments
guard words.count >= 4, let subject = Selection.Subject(rawValue: words[1]),
  let width = Int(words[2]), let height = Int(words[3])
else { exit(64) }
let option = words.count > 4 ? words[4] : ""
let models = Models()
let sight = SubjectSight(turn: .upright) {
  try models.network(for: $0, isWide: $1)
} opinion: { () throws(SplashError) in
  models.opinionNetwork()
}
let network = try models.network(for: subject, isWide: 3 * width > 4 * height)
let format = SampleFormat(
  components: (0..<3).map { .init(plane: $0, step: 1, depth: 8) }, log2ChromaWidth: 1,
  log2ChromaHeight: 1)
let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
let size = width * height + 2 * columns * rows

func write<Value>(_ values: [Value]) {
  values.withUnsafeBytes { FileHandle.standardOutput.write(Data($0)) }
}

while var picture = try FileHandle.standardInput.read(upToCount: size), picture.count == size {
  try picture.withUnsafeMutableBytes { bytes in
    let start = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    let view = PlaneView(
      planes: PlaneView.Planes(
        .init(start, stride: width), .init(start + width * height, stride: columns),
        .init(start + width * height + columns * rows, stride: columns)
      ), width: width, height: height, format: format,
      coding: ColorCoding(matrix: .bt709, range: .limited))
    if option == "colors" {
      write(view.colors(width: network.width, height: network.height, turn: .upright))
    }
    sight.turn(to: view)
    let mask =
      option == "looks"
      ? try sight.mask(of: subject, in: view) : try network.mask(of: view, turn: .upright)
    write([Int32(mask.width), Int32(mask.height)])
    write(mask.values)
  }
}
