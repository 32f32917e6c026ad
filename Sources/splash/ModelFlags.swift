import ArgumentParser
import SplashCore
import SplashJob
import SplashSubjects

/// Where the networks are that find people, subjects and things.
struct ModelFlags: ParsableArguments {
  @Option(
    help: .of(
      "What finds person: selfie, small and fast, or matte, Robust Video Matting, for hair and solid insides (GPL-3.0; splash models fetch matte). (default: selfie)",
      "NAME"), completion: .list(Models.PersonNetwork.allCases.map(\.rawValue)))
  var personNetwork: String?

  @Option(
    help: .of(
      "A network of your own for subject, in ONNX: one picture in, one mask out; it may remember by states that go in and out beside them.",
      "FILE"), completion: .file(extensions: ["onnx"]))
  var subjectModel: String?

  @Option(
    help: .of(
      "How that network wants its pictures: mean=R,G,B, deviation=R,G,B (default: 0 and 1), size=WxH where it takes any (default: 320x320), stretch for masks that are not 0 to 1, ratio=R for a number that it takes beside (default: 1); with blanks between.",
      "FORM"))
  var subjectForm: String?

  @Option(
    help: .of(
      "Networks of your own for thing@X,Y, in ONNX, made like those of Segment Anything: one looks at the picture, the other answers points.",
      "ENCODER,DECODER"))
  var thingModels: String?

  @Option(
    help: .of(
      "ONNX Runtime's library. (default: $SPLASH_ONNXRUNTIME, that of splash models fetch, or the system's)",
      "FILE"), completion: .file(extensions: ["so"]))
  var onnxruntime: String?

  /// The same as words of a command line.
  var words: [String] {
    [
      ("--person-network", personNetwork), ("--subject-model", subjectModel),
      ("--subject-form", subjectForm),
      ("--thing-models", thingModels), ("--onnxruntime", onnxruntime),
    ]
    .flatMap { name, value in value.map { [name, $0] } ?? [] }
  }

  func models() throws -> Models {
    var places = Models.Places()
    places.runtime = onnxruntime
    if let personNetwork {
      guard let network = Models.PersonNetwork(rawValue: personNetwork) else {
        throw SplashError(
          .usage, "--person-network \(personNetwork)", cause: "not known",
          remedy: "give selfie or matte")
      }
      places.person = network
    }
    places.subject = try subjectModel.map { ($0, try subjectForm.map(form) ?? NetworkForm()) }
    places.thing = try thingModels.map { text in
      let files = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard files.count == 2, files.allSatisfy({ !$0.isEmpty }) else {
        throw SplashError(
          .usage, "--thing-models \(text)", cause: "not two files",
          remedy: "write --thing-models ENCODER,DECODER")
      }
      return (files[0], files[1])
    }
    guard subjectForm == nil || subjectModel != nil else {
      throw SplashError(
        .usage, "--subject-form", cause: "it is about a network of your own",
        remedy: "add --subject-model FILE")
    }
    return Models(places)
  }

  private func form(_ text: String) throws -> NetworkForm {
    var form = NetworkForm()
    for word in text.split(separator: " ") {
      let name = word.prefix { $0 != "=" }
      let value = word.dropFirst(name.count + 1)
      func unusable(_ remedy: String) -> SplashError {
        SplashError(
          .usage, "--subject-form '\(text)': \(word)", cause: "not understood", remedy: remedy)
      }
      func three() throws -> [Float] {
        let numbers = value.split(separator: ",").compactMap { Float($0) }
        guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else {
          throw unusable("write \(name)=R,G,B")
        }
        return numbers
      }
      switch name {
      case "mean": form.mean = try three()
      case "deviation":
        form.deviation = try three()
        guard form.deviation.allSatisfy({ $0 > 0 }) else { throw unusable("give more than 0") }
      case "size":
        let sides = value.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (16...4096).contains($0) }) else {
          throw unusable("write size=WIDTHxHEIGHT, 16 to 4096 each")
        }
        form.size = (sides[0], sides[1])
      case "stretch" where value.isEmpty: form.stretches = true
      case "ratio":
        guard let ratio = Float(value), ratio.isFinite, ratio > 0 else {
          throw unusable("give more than 0")
        }
        form.ratio = ratio
      default: throw unusable("give mean=, deviation=, size=, stretch or ratio=")
      }
    }
    return form
  }
}
