"""python -m hexad COMMAND ..."""

import argparse
import io
import sys
from pathlib import Path

import matplotlib
from PIL import Image

from .files import HexadError, field_names, open_dataset
from .projections import PROJECTIONS

EXAMPLES = {
    "fields": "  python3 -m hexad fields out/history.nc",
    "map": """  python3 -m hexad map out/history.nc vorticity -o vorticity.png
  python3 -m hexad map out/history.nc thickness --time 0 -1 --projection orthographic --centre 10 50
  python3 -m hexad map out/regular.nc surface_height --arrows      (a latitude-longitude stream)""",
    "animate": """  python3 -m hexad animate out/history.nc vorticity -o vorticity.gif
  python3 -m hexad animate out/history.nc thickness --from 2000-01-02 --every 2 --rate 12 -o h.mp4""",
    "difference": """  python3 -m hexad difference a/history.nc b/history.nc thickness
  python3 -m hexad difference a/history.nc a/history.nc vorticity --time -1 --time-b 0
  python3 -m hexad difference a/history.nc b/history.nc thickness --no-map""",
    "series": """  python3 -m hexad series out
  python3 -m hexad series out/rk4 out/fbrk32 --variables energy_drift potential_enstrophy_drift
  python3 -m hexad series out/ensemble --members band -o ensemble.pdf""",
    "vectors": """  python3 -m hexad vectors out/vectors_galewsky
  python3 -m hexad vectors out --vectors 1 4 --field thickness --projection orthographic --centre 0 50""",
    "sensitivity": """  python3 -m hexad sensitivity out/sensitivity_europe
  python3 -m hexad sensitivity out/sensitivity_mountain --fields gradient_topography \\
    --projection orthographic --centre -60 40""",
    "cost": "  python3 -m hexad cost benchmarks/results/cpu.json -o cost.png",
}


def parser():
    top = argparse.ArgumentParser(
        prog="python3 -m hexad", description="Draws what Hexad writes.",
        epilog="Each command has its own --help, with examples.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name, text):
        return commands.add_parser(
            name, help=text, description=text[:1].upper() + text[1:] + ".",
            epilog="examples:\n" + EXAMPLES[name],
            formatter_class=argparse.RawDescriptionHelpFormatter)

    command("fields", "list the fields of a file that can be drawn").add_argument("file")
    add_map(command("map", "draw fields on the true polygons of the mesh, or on a "
                           "latitude-longitude grid"))
    add_animate(command("animate", "draw a field over time into a GIF or MP4 with one colour scale"))
    add_difference(command("difference", "norms and map of a field's difference A - B on one mesh"))
    add_series(command("series", "draw time series of the diagnostics of one run or several"))
    add_vectors(command("vectors", "draw singular vectors, at the start and grown"))
    add_sensitivity(command("sensitivity", "draw the gradients of hexad sensitivity, with the place of "
                                           "the response"))
    add_cost(command("cost", "draw what the kernels cost as the mesh grows, from results of scripts/bench"))
    return top


def add_map(draw):
    draw.add_argument("file")
    draw.add_argument("fields", nargs="+", metavar="FIELD")
    draw.add_argument("-o", "--output", help="picture to write (png, pdf, svg); FIELD.png by default")
    draw.add_argument("--time", nargs="+", default=["-1"],
                      help="output number (-1: the last) or ISO date; several give several panels")
    draw.add_argument("--columns", type=int)
    add_field_options(draw)
    add_globe_options(draw)


def add_animate(draw):
    draw.add_argument("file")
    draw.add_argument("field", metavar="FIELD")
    draw.add_argument("-o", "--output",
                      help="file to write, .gif, or .mp4 where ffmpeg is installed; FIELD.gif by default")
    draw.add_argument("--from", dest="first", default="0", metavar="TIME",
                      help="first frame: output number or ISO date")
    draw.add_argument("--to", dest="last", default="-1", metavar="TIME", help="last frame, alike")
    draw.add_argument("--every", type=int, default=1, metavar="N", help="a frame for each Nth output")
    draw.add_argument("--rate", type=float, default=8.0, help="frames a second (8)")
    draw.add_argument("-q", "--quiet", action="store_true", help="no progress")
    add_field_options(draw)
    add_globe_options(draw, dpi=100)


def add_difference(draw):
    draw.add_argument("a", metavar="A")
    draw.add_argument("b", metavar="B", help="the reference")
    draw.add_argument("field", metavar="FIELD")
    draw.add_argument("-o", "--output", help="picture to write; FIELD_difference.png by default")
    draw.add_argument("--no-map", action="store_true", help="print the norms alone")
    draw.add_argument("--time", default="-1", help="output number (-1: the last) or ISO date")
    draw.add_argument("--time-b", help="of B, where it is another")
    draw.add_argument("--member", type=int, default=0)
    draw.add_argument("--member-b", type=int, help="of B, where it is another")
    add_globe_options(draw)


def add_series(draw):
    draw.add_argument("runs", nargs="+", metavar="RUN",
                      help="output folder with diagnostics.nc, or a file with time series")
    draw.add_argument("-o", "--output", default="series.png", help="picture to write (png, pdf, svg)")
    draw.add_argument("--variables", nargs="+", metavar="NAME", help="which; all by default")
    draw.add_argument("--labels", nargs="+", metavar="TEXT", help="names of the runs in the legend")
    draw.add_argument("--members", choices=["lines", "band"], default="lines",
                      help="members as thin lines about their mean, or as a band from least to largest")
    draw.add_argument("--columns", type=int)
    draw.add_argument("--title")
    draw.add_argument("--width", type=float, help="of the picture (inches)")
    draw.add_argument("--dpi", type=float, default=150)


def add_vectors(draw):
    draw.add_argument("folder", metavar="FOLDER", help="output folder of hexad vectors, or vectors.nc")
    draw.add_argument("-o", "--output", default="vectors.png", help="picture to write (png, pdf, svg)")
    draw.add_argument("--vectors", nargs="+", type=int, metavar="K",
                      help="which, numbered from 1; the first three by default")
    draw.add_argument("--field", default="vorticity", help="vorticity by default")
    add_globe_options(draw, dpi=150)


def add_sensitivity(draw):
    draw.add_argument("folder", metavar="FOLDER", help="output folder, or its sensitivity.nc")
    draw.add_argument("-o", "--output", default="sensitivity.png", help="picture to write (png, pdf, svg)")
    draw.add_argument("--fields", nargs="+", metavar="FIELD",
                      help="which; gradients to thickness, vorticity and topography by default")
    draw.add_argument("--time", nargs="+", default=["0"],
                      help="output number (0: the start) or ISO date; several give several panels")
    draw.add_argument("--columns", type=int)
    add_globe_options(draw)


def add_cost(draw):
    draw.add_argument("results", metavar="RESULTS.json")
    draw.add_argument("-o", "--output", default="cost.png", help="picture to write (png, pdf, svg)")
    draw.add_argument("--width", type=float, help="of the picture (inches)")
    draw.add_argument("--dpi", type=float, default=150)


def add_field_options(draw):
    draw.add_argument("--member", type=int, default=0)
    draw.add_argument("--contour", metavar="FIELD", help="contour lines of another field, on cells")
    draw.add_argument("--arrows", action="store_true", help="arrows of the wind at cells")
    draw.add_argument("--at-cells", action="store_true",
                      help="draw fields of vertices and edges as their mean round each cell")


def add_globe_options(draw, dpi=200):
    draw.add_argument("--projection", choices=sorted(PROJECTIONS), default="robinson")
    draw.add_argument("--centre", nargs=2, type=float, default=[0.0, 40.0], metavar=("LON", "LAT"),
                      help="middle of the map in degrees (the latitude for orthographic alone)")
    draw.add_argument("--range", nargs=2, type=float, metavar=("LOW", "HIGH"), help="colour limits")
    draw.add_argument("--levels", type=int, default=20, help="about how many colours")
    draw.add_argument("--colours", help="name of a matplotlib colour map")
    draw.add_argument("--mesh", action="store_true", help="outline every polygon")
    draw.add_argument("--no-coast", action="store_true")
    draw.add_argument("--title")
    draw.add_argument("--width", type=float, help="of the picture (inches)")
    draw.add_argument("--dpi", type=float, default=dpi)


def globe_options(options):
    if options.colours and options.colours not in matplotlib.colormaps:
        raise HexadError(f"matplotlib has no colour map '{options.colours}'")
    longitude, latitude = options.centre
    return {"projection": options.projection, "longitude": longitude, "latitude": latitude,
            "width": options.width, "title": options.title, "levels": options.levels,
            "colourmap": options.colours, "mesh_lines": options.mesh, "coast": not options.no_coast}


def colour_range(options):
    return tuple(options.range) if options.range else None


def run_fields(options):
    with open_dataset(options.file) as dataset:
        print("\n".join(field_names(dataset)))


def run_map(options):
    from .plot import map as make_map

    with open_dataset(options.file) as dataset:
        figure = make_map(
            dataset, options.fields, time=options.time, member=options.member,
            at_cells=options.at_cells, contour=options.contour, arrows=options.arrows,
            columns=options.columns, limits=colour_range(options), **globe_options(options))
    save(figure, options.output or f"{options.fields[0]}.png", options.dpi)


def run_animate(options):
    from .animate import frame_times, frames, write

    output = Path(options.output or f"{options.field}.gif")
    with open_dataset(options.file) as dataset:
        times = frame_times(dataset, options.field, options.first, options.last, options.every)
        pictures = frames(
            dataset, options.field, times, options.dpi, member=options.member,
            at_cells=options.at_cells, contour=options.contour, arrows=options.arrows,
            colour_range=colour_range(options), **globe_options(options))
        output.parent.mkdir(parents=True, exist_ok=True)
        write(pictures, len(times), output, options.rate,
              (lambda done, count: None) if options.quiet else show_progress)
    print(output)


def show_progress(done, count):
    """On a terminal in one line; elsewhere a line at each tenth."""
    if sys.stderr.isatty():
        end = "\n" if done == count else ""
        print(f"\r\x1b[Kframe {done} of {count}", end=end, file=sys.stderr, flush=True)
    elif done == count or done * 10 // count > (done - 1) * 10 // count:
        print(f"frame {done} of {count}", file=sys.stderr, flush=True)


def run_difference(options):
    from .difference import difference
    from .plot import figure_of

    with open_dataset(options.a) as first, open_dataset(options.b) as second:
        found = difference(first, second, options.field, options.time, options.time_b,
                           options.member, options.member_b)
    print(found.report())
    if not options.no_map:
        figure = figure_of(found.mesh, [[found.field]], limits=colour_range(options),
                           **globe_options(options))
        save(figure, options.output or f"{options.field}_difference.png", options.dpi)


def run_series(options):
    from .series import read_run, series_figure

    labels = options.labels or [None] * len(options.runs)
    if len(labels) != len(options.runs):
        raise HexadError(f"there are {len(options.runs)} runs and {len(labels)} labels")
    runs = [read_run(path, label) for path, label in zip(options.runs, labels)]
    figure = series_figure(runs, options.variables, options.members, options.columns, options.width,
                           options.title)
    save(figure, options.output, options.dpi)


def run_vectors(options):
    from .vectors import vectors_figure

    figure = vectors_figure(options.folder, options.vectors, options.field,
                            limits=colour_range(options), **globe_options(options))
    save(figure, options.output, options.dpi)


def run_sensitivity(options):
    from .sensitivity import sensitivity_figure

    figure = sensitivity_figure(options.folder, options.fields, options.time, columns=options.columns,
                                limits=colour_range(options), **globe_options(options))
    save(figure, options.output, options.dpi)


def run_cost(options):
    from .cost import cost_figure, read_results

    save(cost_figure(read_results(options.results), options.width), options.output, options.dpi)


def save(figure, path, dpi):
    """A map has few colours: a PNG with a palette of 256 is a third of the size."""
    path = Path(path)
    kinds = figure.canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in kinds:
        raise HexadError(f"'{path.name}' does not say what to write: end it in .png, .pdf or .svg")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix.lower() != ".png":
        figure.savefig(path, dpi=dpi, facecolor="white")
    else:
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=dpi, facecolor="white")
        with Image.open(buffer) as image:
            image.convert("RGB").quantize(256, kmeans=2, dither=Image.Dither.NONE).save(
                path, optimize=True, dpi=(dpi, dpi))
    print(path)


def main(arguments=None):
    options = parser().parse_args(arguments)
    matplotlib.use("Agg")
    try:
        {"fields": run_fields, "map": run_map, "animate": run_animate, "difference": run_difference,
         "series": run_series, "vectors": run_vectors, "cost": run_cost, "sensitivity": run_sensitivity}[options.command](options)
    except (HexadError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
