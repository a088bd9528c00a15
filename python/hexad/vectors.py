"""Singular vectors: what grows most, and what becomes of it."""

from .files import HexadError, open_dataset, pick, result_file
from .lat_lon import mesh_of
from .plot import figure_of


def vectors_figure(folder, numbers=None, name="vorticity", at_cells=True, **options):
    """A row for each vector, numbered from 1: its structure at the start, and what the
    tangent-linear model makes of it at the end of the window. The first three by default."""
    with open_dataset(result_file(folder, "vectors.nc", "hexad vectors")) as dataset:
        if "growth" not in dataset.variables:
            raise HexadError(f"'{folder}' holds no singular vectors: they come of hexad vectors")
        growth = dataset["growth"].values.ravel()
        numbers = list(numbers or range(1, min(3, len(growth)) + 1))
        wrong = [k for k in numbers if not 1 <= k <= len(growth)]
        if wrong:
            raise HexadError(f"there is no vector {wrong[0]}: the file has {len(growth)}, "
                             "numbered from 1")
        mesh = mesh_of(dataset)
        groups = []
        for k in numbers:
            for record, title in ((0, f"vector {k}, start"),
                                  (1, f"vector {k}, grown {growth[k - 1]:.3g} times")):
                field = pick(dataset, name, record, k - 1)
                if at_cells:
                    field.values, field.place = mesh.at_cells(field.values, field.place), "cell"
                field.title, field.diverging = title, True
                groups.append([field])
    return figure_of(mesh, groups, columns=2, **options)
