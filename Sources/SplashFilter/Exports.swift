// Frames, and the settings and readings of the filter.
@_exported public import SplashCore
@_exported public import SplashLook
