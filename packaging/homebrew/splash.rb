# For a tap of one's own, on Linux.
class Splash < Formula
  desc "Keep the colors you choose in a video or photo, and turn the rest grey"
  homepage "https://splash.invalid"
  url "https://splash.invalid/splash_1.0.0.orig.tar.xz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "python@3.13" => :build
  depends_on "swift" => :build
  depends_on "ffmpeg"
  depends_on "jpeg-turbo"
  depends_on "jpeg-xl"
  depends_on "libheif"
  depends_on :linux
  depends_on "little-cms2"
  depends_on "pipewire"
  depends_on "v4l-utils"
  depends_on "webp"
  depends_on "zlib"

  # The Swift packages, since a build has no network.
  resource "vendor" do
    url "https://splash.invalid/splash_1.0.0.orig-vendor.tar.xz"
    sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  end

  def install
    (buildpath/"vendor").install resource("vendor")
    ENV["SPLASH_NO_SETUP"] = "1"
    ENV["SPLASH_VENDOR"] = buildpath/"vendor"
    ENV["SOURCE_DATE_EPOCH"] = "1795564800"
    system "scripts/package", "command"
    prefix.install Dir[".build/packages/tree/*"]
  end

  test do
    system bin/"splash", "test:", "--frames", "2", "-o", "null", "--quiet"
  end
end
