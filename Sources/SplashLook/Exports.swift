// Types in the look's interface: errors, color coding, planes.
@_exported public import SplashBase
