"""Drawings that ask for far more than they hold, each for several times the limit, so that it is refused on a fast machine too."""

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">'
STOPS = '<stop offset="0"/><stop offset="1" stop-color="red"/>'
POINTS = " ".join([f"{at * 7 % 300} {at * 3 % 100}" for at in range(300)] * 1_500)
SHORT = " ".join(f"L{at * 7 % 300} {at * 3 % 100}" for at in range(1_000))


def svg(*inner):
    return f"{OPEN}{''.join(inner)}</svg>".encode()


def chain(name, inner, repeat, user):
    """Parts that are drawn through each other, each so many times."""
    return svg(
        *(f'<{name} id="m{at}">{inner.format(f"url(#m{at + 1})") * repeat}</{name}>' for at in range(9)),
        user.format("url(#m0)"),
    )


MARKED = '<path d="M0 0L1 1L2 2L3 3L4 4L5 5" marker-mid="{}"/>'
FILLED = '<rect width="9" height="9" fill="{}"/>'
CLIPPED = '<rect width="9" height="9" clip-path="{}"/>'

HOSTILE = {
    "a linear gradient repeated": svg(
        f'<linearGradient id="g" x2="0.0000001" spreadMethod="repeat">{STOPS}</linearGradient>',
        '<rect width="300" height="100" fill="url(#g)"/>',
    ),
    "a radial gradient reflected": svg(
        f'<radialGradient id="g" r="0.000001" spreadMethod="reflect">{STOPS}</radialGradient>',
        '<rect width="300" height="100" fill="url(#g)"/>',
    ),
    "markers on markers": chain("marker", MARKED, 2, MARKED),
    "clips in clips": chain("clipPath", CLIPPED, 10, CLIPPED),
    "a hundred thousand shapes": svg('<path d="M0 0L1 1"/>' * 100_000),
    "shapes used again": svg(
        '<g id="a">', '<rect width="1" height="1"/>' * 2_000, "</g>", '<use href="#a"/>' * 2_000
    ),
    "a long path": svg(f'<path d="M{POINTS}"/>'),
    "a long polygon": svg(f'<polygon points="{POINTS}"/>'),
    "a path in groups in groups": svg('<g opacity="0.5">' * 90, f'<path d="M0 0 {SHORT * 8}"/>', "</g>" * 90),
    "many rules": svg(
        "<style>",
        *(f".a{at} .b{at} {{fill: red}}" for at in range(40_000)),
        "</style>",
        '<rect class="a1"/>' * 2_000,
    ),
    "many gradients": svg(
        *(f'<linearGradient id="g{at}">{STOPS}</linearGradient>' for at in range(3_000)),
        *(f'<rect width="1" height="1" fill="url(#g{at})"/>' for at in range(3_000)),
    ),
    "a gradient of many colours": svg(
        '<linearGradient id="g">',
        *(f'<stop offset="{at / 500}"/>' for at in range(1_000)),
        '</linearGradient><g fill="url(#g)">',
        '<rect width="1" height="1"/>' * 3_000,
        "</g>",
    ),
}

HEAVY_BUT_HARMLESS = {
    "a symbol": svg(
        '<symbol id="a" viewBox="0 0 9 9"><circle r="9"/></symbol><use href="#a" width="9" height="9"/>'
    ),
    "an svg in an svg": svg('<svg viewBox="0 0 300 100" width="300" height="100">' * 90, "</svg>" * 90),
    "a traced path": svg(f'<path d="M0 0 {SHORT * 10}"/>'),
}
