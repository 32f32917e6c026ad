/// The screen of a desktop, which its portal hands out (org.freedesktop.portal.ScreenCast) when the user agrees.
#ifndef CPIPEWIRE_PORTAL_H
#define CPIPEWIRE_PORTAL_H

#include <stdint.h>

#pragma clang assume_nonnull begin

#ifndef SPLASH_SWIFT
#define SPLASH_SWIFT(name) __attribute__((swift_name(#name)))
#endif

/// A screen that was handed out, until it is closed.
typedef struct splash_portal *splash_portal;

/// Asks for the screen. The desktop shows a dialog, and the user may take a while.
///
/// - Parameter goes_on: asked ten times a second; 0 gives up.
/// - Returns: NULL, with `errno` saying why: ENOTSUP without libsystemd, which speaks D-Bus; ECONNREFUSED where no
///   bus or no portal answers; ECANCELED where the user or `goes_on` has said no; EPROTO for a portal that answers
///   something else.
splash_portal _Nullable splash_portal_open(int (*goes_on)(void *context), void *context)
    SPLASH_SWIFT(openPortal(_:context:));

/// The node of the screen in PipeWire.
uint32_t splash_portal_node(splash_portal portal) SPLASH_SWIFT(portalNode(_:));

/// A new connection to PipeWire that may see the screen; whoever gets it closes it.
///
/// - Returns: a file descriptor; -1 where the screen is handed out no more.
int splash_portal_remote(splash_portal portal) SPLASH_SWIFT(portalRemote(_:));

void splash_portal_close(splash_portal portal) SPLASH_SWIFT(closePortal(_:));

#pragma clang assume_nonnull end

#endif
