// What frames are described with: whoever handles frames needs it too.
@_exported public import SplashBase
