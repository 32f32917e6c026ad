/// The page, built into the program: what a browser may load and what kind of text it is.
struct PageFile {
  let type: String
  let text: [UInt8]

  static let all: [String: PageFile] = [
    "/": PageFile(type: "text/html; charset=utf-8", text: PackageResources.index_html),
    "/style.css": sheet(PackageResources.style_css),
    "/layout.css": sheet(PackageResources.layout_css),
    "/picture.css": sheet(PackageResources.picture_css),
    "/panel.css": sheet(PackageResources.panel_css),
    "/choice.js": script(PackageResources.choice_js),
    "/controls.js": script(PackageResources.controls_js),
    "/copy.js": script(PackageResources.copy_js),
    "/dom.js": script(PackageResources.dom_js),
    "/figures.js": script(PackageResources.figures_js),
    "/hue.js": script(PackageResources.hue_js),
    "/hues.js": script(PackageResources.hues_js),
    "/keeper.js": script(PackageResources.keeper_js),
    "/keys.js": script(PackageResources.keys_js),
    "/knobs.js": script(PackageResources.knobs_js),
    "/live.js": script(PackageResources.live_js),
    "/number.js": script(PackageResources.number_js),
    "/picture.js": script(PackageResources.picture_js),
    "/span.js": script(PackageResources.span_js),
    "/theme.js": script(PackageResources.theme_js),
    "/transport.js": script(PackageResources.transport_js),
    "/tuner.js": script(PackageResources.tuner_js),
    "/wheel.js": script(PackageResources.wheel_js),
    "/wheel-shape.js": script(PackageResources.wheel_shape_js),
  ]

  private static func sheet(_ text: [UInt8]) -> PageFile {
    PageFile(type: "text/css; charset=utf-8", text: text)
  }

  private static func script(_ text: [UInt8]) -> PageFile {
    PageFile(type: "text/javascript; charset=utf-8", text: text)
  }
}
