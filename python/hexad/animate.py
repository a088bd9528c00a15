"""A field over time as an animated GIF, or as an MP4 where ffmpeg is installed."""

import shutil
import subprocess

import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

from .colours import limits, span
from .files import HexadError, find, pick, time_dimension, time_index
from .lat_lon import mesh_of
from .plot import figure_of, wind


def frame_times(dataset, name, first=0, last=-1, every=1):
    """Output numbers of the frames."""
    array = find(dataset, name)
    dimension = time_dimension(array)
    if dimension is None:
        raise HexadError(f"'{name}' has no time to animate over")
    begin, end = (time_index(dataset, dimension, time) for time in (first, last))
    if end < begin:
        raise HexadError(f"the last frame (output {end}) comes before the first (output {begin})")
    if every < 1:
        raise HexadError("--every counts outputs from one frame to the next: 1 or more")
    return list(range(begin, end + 1, every))


def frames(dataset, name, times, dpi=100, member=0, at_cells=False, contour=None, arrows=False,
           colour_range=None, **options):
    """Yields each frame as an RGB picture; all have the colours of the whole span of time."""
    mesh = mesh_of(dataset)

    def field_at(time):
        field = pick(dataset, name, time, member)
        if at_cells:
            field.values, field.place = mesh.at_cells(field.values, field.place), "cell"
        return field

    # One pass for the scale, one to draw: a long run need not fit into memory.
    scale, whole = scan(lambda: (field_at(time) for time in times))
    for time in times:
        field = field_at(time)
        field.span = whole
        figure = figure_of(
            mesh, [[field]], [pick(dataset, contour, time, member)] if contour else None,
            [wind(dataset, time, member)] if arrows else None,
            limits=colour_range or scale, **options)
        figure.set_dpi(dpi)
        figure.canvas.draw()
        yield Image.fromarray(np.array(figure.canvas.buffer_rgba())[..., :3])
        plt.close(figure)


def scan(fields):
    """Colour limits and span over all frames: the outermost of the robust limits of each."""
    bounds, spans = [], []
    for field in fields():
        bounds.append(limits([field.values], field.diverging))
        spans.append(span([field.values]))
    low, high = np.array(bounds).T
    least, largest = np.array(spans).T
    return (float(low.min()), float(high.max())), (float(least.min()), float(largest.max()))


def write(pictures, count, path, rate, progress=lambda done, count: None):
    """Writes pictures one after another; the ending of the name says how."""
    ending = path.suffix.lower()
    if ending not in (".gif", ".mp4"):
        raise HexadError(f"an animation is written as .gif or .mp4, not as '{path.name}'")
    if not rate > 0:
        raise HexadError("--rate is the number of frames a second: more than 0")
    if ending == ".mp4" and shutil.which("ffmpeg") is None:
        raise HexadError("an .mp4 needs the program ffmpeg, which is not installed; take a name in .gif")
    if ending == ".gif":
        write_gif(pictures, count, path, rate, progress)
    else:
        write_mp4(pictures, count, path, rate, progress)


def write_gif(pictures, count, path, rate, progress):
    """All frames share one palette, made from the first and the middle one, so nothing flickers."""
    drawn = []
    for number, picture in enumerate(pictures):
        drawn.append(picture)
        progress(number + 1, count)
    sample = Image.fromarray(np.concatenate([np.asarray(drawn[n])
                                             for n in sorted({0, count // 2, count - 1})]))
    palette = sample.quantize(256, kmeans=2, dither=Image.Dither.NONE)
    flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in drawn]
    flat[0].save(path, save_all=True, append_images=flat[1:], duration=round(1000 / rate), loop=0,
                 optimize=False, disposal=1)


def write_mp4(pictures, count, path, rate, progress):
    encoder = None
    for number, picture in enumerate(pictures):
        if encoder is None:
            # yuv420p, which every player knows, wants even sides.
            encoder = subprocess.Popen(
                ["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
                 "-s", f"{picture.width}x{picture.height}", "-r", f"{rate:g}", "-i", "-",
                 "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p", str(path)],
                stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            encoder.stdin.write(picture.tobytes())
        except BrokenPipeError:
            break
        progress(number + 1, count)
    _, said = encoder.communicate()
    if encoder.returncode != 0:
        line = (said.decode(errors="replace").strip().splitlines() or ["no reason given"])[-1]
        raise HexadError(f"ffmpeg could not write {path}: {line}")
