/// The screen of a desktop, to which its portal (org.freedesktop.portal.ScreenCast) gives access
/// when the user agrees.
#ifndef CPIPEWIRE_PORTAL_H
#define CPIPEWIRE_PORTAL_H

#include <stdint.h>

#pragma clang assume_nonnull begin

#ifndef SPLASH_SWIFT
#define SPLASH_SWIFT(name) __attribute__((swift_name(#name)))
#endif

/// Access to a screen, until it is closed.
typedef struct splash_portal *splash_portal;

/// Asks for the screen. The desktop shows a dialog, and the user may take a while.
///
/// - Parameter goes_on: called ten times a second; 0 gives up.
/// - Returns: NULL, with `errno` set: ENOTSUP without libsystemd, which speaks D-Bus; ECONNREFUSED
///   where no D-Bus or portal answers; ECANCELED where the user or `goes_on` has said no; EPROTO
///   for any other answer of the portal.
splash_portal _Nullable splash_portal_open(int (*goes_on)(void *context), void *context)
    SPLASH_SWIFT(openPortal(_:context:));

/// The node of the screen in PipeWire.
uint32_t splash_portal_node(splash_portal portal) SPLASH_SWIFT(portalNode(_:));

/// A new connection to PipeWire that may see the screen; the caller closes it.
///
/// - Returns: a file descriptor; -1 where access has ended.
int splash_portal_remote(splash_portal portal) SPLASH_SWIFT(portalRemote(_:));

void splash_portal_close(splash_portal portal) SPLASH_SWIFT(closePortal(_:));

#pragma clang assume_nonnull end

#endif
