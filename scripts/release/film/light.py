"""The color of light, and how things change in time."""


def planck(kelvin):
    """Linear Rec. 709 of a black body, with a luminance of 1. Kim et al., US patent 7024034: the locus as cubics."""
    t = 1000 / kelvin
    x = (-0.2661239 * t ** 3 - 0.2343589 * t ** 2 + 0.8776956 * t + 0.179910 if kelvin < 4000
         else -3.0258469 * t ** 3 + 2.1070379 * t ** 2 + 0.2226347 * t + 0.240390)
    if kelvin < 2222:
        y = -1.1063814 * x ** 3 - 1.34811020 * x ** 2 + 2.18555832 * x - 0.20219683
    elif kelvin < 4000:
        y = -0.9549476 * x ** 3 - 1.37418593 * x ** 2 + 2.09137015 * x - 0.16748867
    else:
        y = 3.0817580 * x ** 3 - 5.87338670 * x ** 2 + 3.75112997 * x - 0.37001483
    big, small = x / y, (1 - x - y) / y
    return tuple(max(0.0, value) for value in (
        3.2404542 * big - 1.5371385 - 0.4985314 * small, -0.9692660 * big + 1.8760108 + 0.0415560 * small,
        0.0556434 * big - 0.2040259 + 1.0572252 * small))


def ease(t):
    """From 0 to 1 with a soft start and end."""
    t = min(1.0, max(0.0, t))
    return t * t * (3 - 2 * t)
