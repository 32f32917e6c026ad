/// The page, built into the program: what a browser may load and what kind of text it is.
struct PageFile {
  let type: String
  let text: [UInt8]

  static let all: [String: PageFile] = [
    "/": PageFile(type: "text/html; charset=utf-8", text: PackageResources.index_html),
    "/style.css": PageFile(type: "text/css; charset=utf-8", text: PackageResources.style_css),
    "/tuner.js": script(PackageResources.tuner_js),
    "/live.js": script(PackageResources.live_js),
    "/picture.js": script(PackageResources.picture_js),
    "/wheel.js": script(PackageResources.wheel_js),
    "/hues.js": script(PackageResources.hues_js),
    "/controls.js": script(PackageResources.controls_js),
    "/keys.js": script(PackageResources.keys_js),
  ]

  private static func script(_ text: [UInt8]) -> PageFile {
    PageFile(type: "text/javascript; charset=utf-8", text: text)
  }
}
