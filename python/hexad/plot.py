"""Maps of fields on the true polygons of the mesh."""

import json
import math
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import Polygon
from matplotlib.ticker import MaxNLocator
from matplotlib.tri import Triangulation

from .colours import (INK, colours, draw_colour_bar, first_upper, limits as robust_limits, nice,
                      span)
from .files import HexadError, pick, place_of
from .lat_lon import mesh_of
from .mesh import from_longitude_latitude, local_frame
from .projections import PROJECTIONS, PlateCarree

STYLE = {
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.linewidth": 0.8,
    "figure.dpi": 100,
    "savefig.dpi": 200,
    "mathtext.default": "regular",
}
WIND_NAMES = {"eastward_wind": 0, "northward_wind": 1}


def coastlines():
    """Natural Earth 1:110m, as pairs of longitude and latitude (degrees)."""
    with open(Path(__file__).parent / "data" / "coastlines_110m.json", encoding="utf-8") as file:
        return [np.asarray(line, float) for line in json.load(file)["lines"]]


def map(dataset, fields, time=-1, member=0, at_cells=False, contour=None, arrows=False, **options):
    """A figure with one map for each field (a name or a list) and time (one or a list).

    `at_cells` draws fields of vertices and edges as their mean round each cell, which hides what
    alternates from triangle to triangle; `contour` names a field for contour lines on top; `arrows`
    adds the wind at cells. Further options are those of `figure_of` and `draw`. All panels of a
    field share their colours.
    """
    names = [fields] if isinstance(fields, str) else list(fields)
    times = list(time) if isinstance(time, (list, tuple)) else [time]
    mesh = mesh_of(dataset)
    groups = [[pick(dataset, name, moment, member) for moment in times] for name in names]
    if at_cells:
        for field in (field for group in groups for field in group):
            field.values, field.place = mesh.at_cells(field.values, field.place), "cell"
    over = [pick(dataset, contour, moment, member) for moment in times] if contour else None
    winds = [wind(dataset, moment, member) for moment in times] if arrows else None
    return figure_of(mesh, groups, over, winds, **options)


def figure_of(mesh, groups, over=None, winds=None, projection="robinson", longitude=0.0,
              latitude=40.0, columns=None, width=None, title=None, limits=None, **options):
    """A figure with a map for each field of each group; a group is one field at several times.
    `over` and `winds` are the contoured field and the wind of each time."""
    panels = [(field, number, group) for group in groups for number, field in enumerate(group)]
    columns = columns or min(len(panels), 2 if len(panels) != 3 else 3)
    rows = math.ceil(len(panels) / columns)
    laid = make_projection(projection, longitude, latitude) if mesh.spherical else None
    if laid is not None:
        shape = np.ptp(laid.outline()[:, 1]) / np.ptp(laid.outline()[:, 0])
    else:
        shape = float(np.clip(mesh.period[1] / mesh.period[0], 0.3, 1.5)) if mesh.period[:2].all() else 1.0
    each = (width or (4.6 if shape > 0.8 else 7.0) * min(columns, 2)) / columns
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(
            rows, columns, squeeze=False, layout="constrained",
            figsize=(each * columns, (each * shape * 0.94 + 0.85) * rows))
        for axis in axes.flat[len(panels):]:
            axis.remove()
        for axis, (field, number, group) in zip(axes.flat, panels):
            values = [f.values for f in group]
            field.span = field.span or span(values)
            draw(axis, mesh, field, laid, limits or robust_limits(values, field.diverging),
                 arrows=winds and winds[number], contour=over and over[number], **options)
        if title:
            figure.suptitle(title, fontsize=12, fontweight="bold", color=INK)
    return figure


def make_projection(name, longitude=0.0, latitude=0.0):
    """One of PROJECTIONS by its name, one made before, or a projection of cartopy."""
    if hasattr(name, "transform_points"):
        from .cartopy_bridge import CartopyProjection

        return CartopyProjection(name)
    if not isinstance(name, str):
        return name
    if name not in PROJECTIONS:
        raise HexadError(f"there is no projection '{name}': {', '.join(PROJECTIONS)}")
    return PROJECTIONS[name](longitude, latitude)


def draw(axis, mesh, field, projection, limits=(0.0, 1.0), colourmap=None, levels=20, arrows=None,
         contour=None, coast=True, grid=True, mesh_lines=False, colour_bar=True, marks=None):
    """One field in one axis: polygons, coastlines, graticule, colour bar, title. `marks` are
    arrays (n, 2) of longitudes and latitudes (degrees), x and y on a plane: lines, or a point each
    where n is 1."""
    base, norm = colours(field, *limits, colourmap, levels)
    centres, corners = mesh.centres(field.place), mesh.corners(field.place)
    if projection is None:
        pieces, outline = [(corners[..., :2], np.arange(len(corners)))], None
        axis.set_aspect("equal")
        axis.set_xlabel("x (km)")
        axis.set_ylabel("y (km)")
        kilometres = mpl.ticker.FuncFormatter(lambda x, _: f"{x / 1000:g}")
        axis.xaxis.set_major_formatter(kilometres)
        axis.yaxis.set_major_formatter(kilometres)
        axis.autoscale_view()
    else:
        reach = np.linalg.norm(corners - centres[:, None, :], axis=-1)
        sides = max(1, math.ceil(float(np.percentile(reach, 99)) / 0.015))
        pieces, outline = projection.polygons(centres, corners, sides), frame(axis, projection)
    shown = None
    for polygons, numbers in pieces:
        shown = PolyCollection(
            polygons, array=field.values[numbers], cmap=base, norm=norm, rasterized=True, zorder=1,
            edgecolors=(0, 0, 0, 0.35) if mesh_lines else "face",
            linewidths=0.25 if mesh_lines else 0.3)
        axis.add_collection(shown)
        clip(shown, outline)
    if projection is None:
        axis.autoscale_view()
    else:
        draw_lines(axis, projection, outline, coast, grid)
    if contour is not None:
        draw_contours(axis, mesh, contour, projection, outline)
    if arrows is not None:
        draw_arrows(axis, mesh, arrows, projection, outline)
    for mark in marks or []:
        draw_mark(axis, np.asarray(mark, float), projection, outline)
    if shown is not None and colour_bar:
        draw_colour_bar(axis, shown, field, norm)
    axis.set_title(first_upper(field.title), loc="left", fontweight="bold", color=INK, pad=6)
    if field.time:
        axis.set_title(field.time, loc="right", color="#555555", fontsize=8.5, pad=6)
    return shown


def frame(axis, projection):
    """Sets up the axis and returns the map's outline."""
    edge = projection.outline()
    outline = Polygon(edge, closed=True, facecolor="#f4f4f4", edgecolor="none", zorder=0)
    axis.add_patch(outline)
    axis.add_patch(Polygon(edge, closed=True, facecolor="none", edgecolor=INK, linewidth=0.8,
                           zorder=6, joinstyle="round"))
    margin = 0.006 * np.ptp(edge[:, 0])
    axis.set_xlim(edge[:, 0].min() - margin, edge[:, 0].max() + margin)
    axis.set_ylim(edge[:, 1].min() - margin, edge[:, 1].max() + margin)
    axis.set_aspect("equal")
    if isinstance(projection, PlateCarree):
        for spine in axis.spines.values():
            spine.set_visible(False)
        x = np.arange(-180, 181, 60)
        axis.set_xticks(x, [degrees(v + projection.longitude, "EW") for v in x])
        axis.set_yticks(np.arange(-90, 91, 30), [degrees(v, "NS") for v in range(-90, 91, 30)])
        axis.tick_params(length=2.5, labelsize=7.5, colors="#555555")
    else:
        axis.set_axis_off()
    return outline


def degrees(value, letters):
    if letters == "EW":
        value = (value + 180.0) % 360.0 - 180.0
    letter = "" if value == 0 or abs(value) == 180 else letters[0] if value > 0 else letters[1]
    return f"{abs(value):g}°{letter}"


def clip(artist, outline):
    if outline is not None:
        artist.set_clip_path(outline)
        artist.set_in_layout(False)  # the outline says how much room the map takes


def draw_lines(axis, projection, outline, coast, grid):
    def add(lines, **style):
        collection = LineCollection(lines, capstyle="round", joinstyle="round", **style)
        axis.add_collection(collection)
        clip(collection, outline)

    if grid:
        fine = np.linspace(-180.0, 180.0, 361)
        lines = [line for lat in range(-60, 61, 30)
                 for line in projection.lines(fine, np.full(361, float(lat)))]
        lines += [line for lon in range(-180, 180, 30)
                  for line in projection.lines(np.full(181, float(lon)), np.linspace(-90, 90, 181))]
        add(lines, colors="#000000", alpha=0.18, linewidths=0.4, zorder=3)
    if coast:
        lines = [piece for line in coastlines() for piece in projection.lines(line[:, 0], line[:, 1])]
        add(lines, colors="#3a3a3a", linewidths=0.55, zorder=4)


def draw_mark(axis, mark, projection, outline):
    """A line, or a cross at a point, dark on a light edge so that it shows on any colour."""
    if projection is None:
        lines, points = [mark], mark
    elif len(mark) > 1:
        lines = projection.lines(mark[:, 0], mark[:, 1])
    else:
        points, seen = projection.points(from_longitude_latitude(mark[:, 0], mark[:, 1]))
        points = points[seen]
    for colour, width in (("white", 3.4), (INK, 1.7)):
        if len(mark) > 1:
            artist = LineCollection(lines, colors=colour, linewidths=width, zorder=5.5,
                                    capstyle="round", joinstyle="round")
            axis.add_collection(artist)
        else:
            artist, = axis.plot(*points.T, "+", color=colour, markersize=9, zorder=5.5,
                                markeredgewidth=width)
        clip(artist, outline)


def draw_contours(axis, mesh, field, projection, outline):
    """Contours of a field on cells, linear on the dual triangles."""
    if field.place not in ("cell", "grid"):
        raise HexadError(f"contours are drawn of fields on cells; '{field.name}' is on a {field.place}")
    if projection is None:
        xy, seen, widest = mesh.cells[:, :2], np.ones(len(mesh.cells), bool), mesh.period[:2].max() / 2
    else:
        xy, seen = projection.points(mesh.cells)
        widest = 0.25 * np.ptp(projection.outline()[:, 0])
    triangles = mesh.cells_on_vertex
    corners = xy[triangles]
    wide = np.ptp(corners[..., 0], axis=1) > widest  # joined across the cut
    kept = triangles[seen[triangles].all(axis=1) & ~wide]
    levels = MaxNLocator(nbins=12, steps=[1, 2, 5, 10]).tick_values(
        *np.nanpercentile(field.values, [1, 99]))
    lines = axis.tricontour(Triangulation(xy[:, 0], xy[:, 1], kept), field.values, levels=levels,
                            colors="#000000", linewidths=0.9, zorder=4.5)
    for part in getattr(lines, "collections", [lines]):
        clip(part, outline)


def wind(dataset, time, member):
    """Eastward and northward wind at cells, found by their standard names."""
    found = [None, None]
    for name, variable in dataset.data_vars.items():
        part = WIND_NAMES.get(variable.attrs.get("standard_name"))
        if part is not None and place_of(dataset, variable) in ("cell", "grid"):
            found[part] = pick(dataset, name, time, member).values
    if found[0] is None or found[1] is None:
        raise HexadError("the file has no eastward_wind and northward_wind at cells to draw arrows of")
    return found


def draw_arrows(axis, mesh, components, projection, outline):
    """Arrows on a regular raster of the map, each the wind of the cell at its foot."""
    if projection is None:
        xy, heads = mesh.cells[:, :2], np.stack(components, axis=-1)
        seen = np.ones(len(xy), bool)
    else:
        xy, seen = projection.points(mesh.cells)
        east, north = local_frame(mesh.cells)
        flow = components[0][:, None] * east + components[1][:, None] * north
        speed = np.linalg.norm(flow, axis=-1, keepdims=True)
        ahead, _ = projection.points(mesh.cells + 1e-4 * flow / np.maximum(speed, 1e-30))
        heads = ahead - xy
        length = np.linalg.norm(heads, axis=-1, keepdims=True)
        heads = heads / np.maximum(length, 1e-30) * speed
        seen &= (length[:, 0] < 0.1)  # not across the cut
    inches = axis.figure.get_figwidth() / axis.get_gridspec().ncols
    raster = np.ptp(xy[seen][:, 0]) / (4.8 * inches)
    middle = 0.5 * (xy[seen].max(axis=0) + xy[seen].min(axis=0))
    box = np.round((xy - middle) / raster).astype(int)
    off = np.linalg.norm((xy - middle) / raster - box, axis=-1)
    order = np.lexsort((off, box[:, 1], box[:, 0]))
    order = order[seen[order]]
    first = np.r_[True, np.any(np.diff(box[order], axis=0) != 0, axis=1)]
    chosen = order[first]
    chosen = chosen[off[chosen] < 0.35]
    speed = np.linalg.norm(heads[chosen], axis=-1)
    strong = float(np.percentile(speed, 98)) or 1.0
    top = nice(strong)
    quiver = axis.quiver(*xy[chosen].T, *heads[chosen].T, scale=strong / (1.15 * raster),
                         scale_units="xy", angles="xy", units="dots", width=1.1, headwidth=3.6,
                         headlength=4.5, headaxislength=4.0, minlength=0.6, color=INK, zorder=5)
    clip(quiver, outline)
    place = (0.95, 0.05) if outline is not None and not isinstance(projection, PlateCarree) else (0.95, -0.2)
    axis.quiverkey(quiver, *place, top, f"{top:g} m s$^{{-1}}$", labelpos="S", coordinates="axes",
                   fontproperties={"size": 7.5}, labelsep=0.04)


