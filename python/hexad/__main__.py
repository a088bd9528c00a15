"""python -m hexad map FILE FIELD ..."""

import argparse
import io
import sys
from pathlib import Path

import matplotlib
from PIL import Image

from .files import HexadError, field_names, open_dataset
from .projections import PROJECTIONS


def parser():
    top = argparse.ArgumentParser(prog="hexad", description="Draws what Hexad writes.")
    commands = top.add_subparsers(dest="command", required=True)
    fields = commands.add_parser("fields", help="list the fields of a file that can be drawn")
    fields.add_argument("file")
    draw = commands.add_parser("map", help="draw fields on the true polygons of the mesh")
    draw.add_argument("file")
    draw.add_argument("fields", nargs="+", metavar="FIELD")
    draw.add_argument("-o", "--output", help="picture to write (png, pdf, svg); FIELD.png by default")
    draw.add_argument("--time", nargs="+", default=["-1"],
                      help="output number (-1: the last) or ISO date; several give several panels")
    draw.add_argument("--member", type=int, default=0)
    draw.add_argument("--projection", choices=sorted(PROJECTIONS), default="robinson")
    draw.add_argument("--centre", nargs=2, type=float, default=[0.0, 40.0], metavar=("LON", "LAT"),
                      help="middle of the map in degrees (the latitude for orthographic alone)")
    draw.add_argument("--range", nargs=2, type=float, metavar=("LOW", "HIGH"), help="colour limits")
    draw.add_argument("--levels", type=int, default=20, help="about how many colours")
    draw.add_argument("--colours", help="name of a matplotlib colour map")
    draw.add_argument("--contour", metavar="FIELD", help="contour lines of another field, on cells")
    draw.add_argument("--arrows", action="store_true", help="arrows of the wind at cells")
    draw.add_argument("--at-cells", action="store_true",
                      help="draw fields of vertices and edges as their mean round each cell")
    draw.add_argument("--mesh", action="store_true", help="outline every polygon")
    draw.add_argument("--no-coast", action="store_true")
    draw.add_argument("--title")
    draw.add_argument("--columns", type=int)
    draw.add_argument("--width", type=float, help="of the picture (inches)")
    draw.add_argument("--dpi", type=float, default=200)
    return top


def run(arguments):
    options = parser().parse_args(arguments)
    with open_dataset(options.file) as dataset:
        if options.command == "fields":
            print("\n".join(field_names(dataset)))
            return
        matplotlib.use("Agg")
        from .plot import map as make_map

        longitude, latitude = options.centre
        figure = make_map(
            dataset, options.fields, time=options.time, member=options.member,
            projection=options.projection, longitude=longitude, latitude=latitude,
            at_cells=options.at_cells, columns=options.columns, width=options.width, title=options.title,
            limits=tuple(options.range) if options.range else None, levels=options.levels,
            colourmap=options.colours, contour=options.contour, arrows=options.arrows,
            mesh_lines=options.mesh, coast=not options.no_coast)
        output = Path(options.output or f"{options.fields[0]}.png")
        output.parent.mkdir(parents=True, exist_ok=True)
        save(figure, output, options.dpi)
        print(output)


def save(figure, path, dpi):
    """A map has few colours: a PNG with a palette of 256 is a third of the size."""
    if path.suffix.lower() != ".png":
        figure.savefig(path, dpi=dpi, facecolor="white")
        return
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, facecolor="white")
    with Image.open(buffer) as image:
        image.convert("RGB").quantize(256, kmeans=2, dither=Image.Dither.NONE).save(
            path, optimize=True, dpi=(dpi, dpi))


def main(arguments=None):
    try:
        run(arguments)
    except (HexadError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
