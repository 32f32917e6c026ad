/// A network file that splash knows, as `scripts/models` makes it.
public struct ModelFile: Sendable {
  public let name: String
  /// What it finds, in words for people.
  public let purpose: String
  public let origin: String
  public let license: String
  /// SHA-256 in hexadecimal digits; `scripts/models` has the same.
  package let checksum: String
  package let form: NetworkForm

  package static let person = ModelFile(
    name: "person.onnx", purpose: "people in upright frames",
    origin: "MediaPipe selfie segmentation", license: "Apache-2.0",
    checksum: "f66a54dbb3891cf8e8b74caa22a187b77907e4758baf22b0bb61fe9c9f98492a",
    form: NetworkForm())

  package static let personWide = ModelFile(
    name: "person-wide.onnx", purpose: "people in wide frames",
    origin: "MediaPipe selfie segmentation, landscape", license: "Apache-2.0",
    checksum: "573995cd2f1e8d101739ee8bdbae505c11558fad2c70eba0dda9538fc22e8138",
    form: NetworkForm())

  package static let subject = ModelFile(
    name: "subject.onnx", purpose: "whatever stands out", origin: "U2-Netp",
    license: "Apache-2.0",
    checksum: "bbd6453f2e2c46ac70e52b362cca7452f97a9babcf5babed29de1e652d0d1935",
    form: .imageNet)

  package static let clickEncoder = ModelFile(
    name: "click-encoder.onnx", purpose: "things that are pointed at, of each frame",
    origin: "MobileSAM", license: "Apache-2.0",
    checksum: "cf364f45ac6095aaaa13bc62885ebb6b85988ddf6f5e3d119e9e8301450c0e40",
    form: .imageNet)

  package static let clickDecoder = ModelFile(
    name: "click-decoder.onnx", purpose: "things that are pointed at, of each point",
    origin: "MobileSAM", license: "Apache-2.0",
    checksum: "d28a85da8739dc1d4f1c4588899b94853a5c48de7b1134b654a1a94793791391",
    form: .imageNet)

  package static let face = ModelFile(
    name: "face.onnx", purpose: "faces", origin: "CenterFace", license: "MIT",
    checksum: "71d198f872e9a07a9192645bf25d8cf820b71d07f31f567eef133e899e25729b",
    form: NetworkForm())

  package static let matte = ModelFile(
    name: "matte.onnx", purpose: "people with hair and solid insides, by --person-network matte",
    origin: "Robust Video Matting", license: "GPL-3.0",
    checksum: "88d4531297118f595bf2fd60f6f566aec2e559393802d1f436c380f0cbbd2828",
    form: .matting)

  /// All of them.
  public static let all = [person, personWide, subject, clickEncoder, clickDecoder, face, matte]

  /// Whether it is fetched only if named; nothing fails without it.
  public var isOptional: Bool { kind == "matte" }
}

extension ModelFile {
  /// The command that fetches it.
  package var fetching: String { "splash models fetch \(kind)" }

  /// The name in `--keep` and `splash models fetch`, shared by files that belong together.
  public var kind: String { String(name.prefix { $0 != "." && $0 != "-" }) }
}

extension NetworkForm {
  /// The form for Robust Video Matting: it finds people at half of the resolution, and their edges
  /// at full resolution.
  static var matting: NetworkForm {
    var form = NetworkForm()
    (form.size, form.keepsShape, form.ratio) = ((640, 640), true, 0.5)
    return form
  }

  /// The form for networks that estimate depth, as Depth Anything V2 does.
  package static var depth: NetworkForm {
    var form = imageNet
    form.size = (518, 518)
    return form
  }

  /// The form for networks pretrained on ImageNet.
  static var imageNet: NetworkForm {
    var form = NetworkForm()
    form.mean = [0.485, 0.456, 0.406]
    form.deviation = [0.229, 0.224, 0.225]
    form.stretches = true
    return form
  }
}
