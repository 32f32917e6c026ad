// The settings and readings of the filter.
@_exported public import SplashLook
