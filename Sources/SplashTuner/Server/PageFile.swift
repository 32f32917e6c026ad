internal import Foundation
internal import SplashCore

/// A file of the page, built into the program, with its media type.
struct PageFile {
  let type: String
  let text: [UInt8]
  /// The query with which the page asks for these contents, which browsers may keep; nil for the
  /// page itself, and for what it does not ask for.
  var version: String?

  /// By paths: the page, what it loads, and its modules as they are written.
  static let all: [String: PageFile] = {
    let bundle = PageBundle(from: "tuner.js") {
      String(decoding: modules["/\($0)"]!.text, as: UTF8.self)
    }
    var (files, page) = (modules, String(decoding: PackageResources.index_html, as: UTF8.self))
    files["/page.js.map"] = PageFile(type: "application/json", text: bundle.map)
    for (name, var file) in [
      ("page.css", sheet(sheets.joined())), ("page.js", script(bundle.script)),
      ("theme.js", script(PackageResources.theme_js)),
    ] {
      let sum = Checksum()
      sum.add(file.text)
      file.version = String(sum.finish().prefix(16))
      files["/\(name)"] = file
      page = page.replacing("=\"\(name)\"", with: "=\"\(name)?\(file.version!)\"")
    }
    files["/"] = PageFile(type: "text/html; charset=utf-8", text: Array(page.utf8))
    return files
  }()

  /// In the order in which the page has them.
  private static let sheets = [
    PackageResources.style_css, PackageResources.layout_css, PackageResources.picture_css,
    PackageResources.panel_css, PackageResources.small_css,
  ]

  private static let modules: [String: PageFile] = [
    "/amount.js": script(PackageResources.amount_js),
    "/brush.js": script(PackageResources.brush_js),
    "/choice.js": script(PackageResources.choice_js),
    "/compare.js": script(PackageResources.compare_js),
    "/contour.js": script(PackageResources.contour_js),
    "/controls.js": script(PackageResources.controls_js),
    "/copy.js": script(PackageResources.copy_js),
    "/corners.js": script(PackageResources.corners_js),
    "/cross.js": script(PackageResources.cross_js),
    "/dom.js": script(PackageResources.dom_js),
    "/export-options.js": script(PackageResources.export_options_js),
    "/edge.js": script(PackageResources.edge_js),
    "/exports.js": script(PackageResources.exports_js),
    "/figures.js": script(PackageResources.figures_js),
    "/gestures.js": script(PackageResources.gestures_js),
    "/hue.js": script(PackageResources.hue_js),
    "/hue-card.js": script(PackageResources.hue_card_js),
    "/hue-names.js": script(PackageResources.hue_names_js),
    "/hues.js": script(PackageResources.hues_js),
    "/keeper.js": script(PackageResources.keeper_js),
    "/key-list.js": script(PackageResources.key_list_js),
    "/help-de.js": script(PackageResources.help_de_js),
    "/help-en.js": script(PackageResources.help_en_js),
    "/keyframes.js": script(PackageResources.keyframes_js),
    "/keys.js": script(PackageResources.keys_js),
    "/knobs.js": script(PackageResources.knobs_js),
    "/layers.js": script(PackageResources.layers_js),
    "/live.js": script(PackageResources.live_js),
    "/look-names.js": script(PackageResources.look_names_js),
    "/looks.js": script(PackageResources.looks_js),
    "/loop.js": script(PackageResources.loop_js),
    "/loupe.js": script(PackageResources.loupe_js),
    "/menu.js": script(PackageResources.menu_js),
    "/number.js": script(PackageResources.number_js),
    "/pick.js": script(PackageResources.pick_js),
    "/picture.js": script(PackageResources.picture_js),
    "/presets.js": script(PackageResources.presets_js),
    "/refusals-de.js": script(PackageResources.refusals_de_js),
    "/region.js": script(PackageResources.region_js),
    "/region-list.js": script(PackageResources.region_list_js),
    "/regions.js": script(PackageResources.regions_js),
    "/run-picture.js": script(PackageResources.run_picture_js),
    "/shelf.js": script(PackageResources.shelf_js),
    "/slots.js": script(PackageResources.slots_js),
    "/soft-handles.js": script(PackageResources.soft_handles_js),
    "/span.js": script(PackageResources.span_js),
    "/store.js": script(PackageResources.store_js),
    "/strip.js": script(PackageResources.strip_js),
    "/text-de.js": script(PackageResources.text_de_js),
    "/text-en.js": script(PackageResources.text_en_js),
    "/texts.js": script(PackageResources.texts_js),
    "/thing.js": script(PackageResources.thing_js),
    "/transport.js": script(PackageResources.transport_js),
    "/tuner.js": script(PackageResources.tuner_js),
    "/viewport.js": script(PackageResources.viewport_js),
    "/welcome.js": script(PackageResources.welcome_js),
    "/wheel.js": script(PackageResources.wheel_js),
    "/wheel-shape.js": script(PackageResources.wheel_shape_js),
    "/whole.js": script(PackageResources.whole_js),
    "/window.js": script(PackageResources.window_js),
    "/words-de.js": script(PackageResources.words_de_js),
  ]

  private static func sheet(_ text: some Sequence<UInt8>) -> PageFile {
    PageFile(type: "text/css; charset=utf-8", text: Array(text))
  }

  private static func script(_ text: [UInt8]) -> PageFile {
    PageFile(type: "text/javascript; charset=utf-8", text: text)
  }
}
