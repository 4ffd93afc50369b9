"""Mixed integer programmes, solved by GLPK's library (Debian: libglpk40, or libglpk-dev)."""
import ctypes
import ctypes.util

FREE, LOW, UP, BOTH, FIXED = 1, 2, 3, 4, 5
CONTINUOUS, WHOLE = 1, 2
GLP_FEAS, GLP_NOFEAS, GLP_OPT = 2, 4, 5
FEASIBLE, INFEASIBLE, UNDECIDED = "feasible", "infeasible", "undecided"


class Settings(ctypes.Structure):
    """glp_iocp of glpk.h."""
    _fields_ = [
        *((name, ctypes.c_int) for name in ("msg_lev", "br_tech", "bt_tech")),
        *((name, ctypes.c_double) for name in ("tol_int", "tol_obj")),
        *((name, ctypes.c_int) for name in ("tm_lim", "out_frq", "out_dly")),
        *((name, ctypes.c_void_p) for name in ("cb_func", "cb_info")),
        *((name, ctypes.c_int) for name in ("cb_size", "pp_tech")),
        ("mip_gap", ctypes.c_double),
        *((name, ctypes.c_int) for name in ("mir_cuts", "gmi_cuts", "cov_cuts", "clq_cuts", "presolve")),
        ("more", ctypes.c_byte * 1024),
    ]


def library():
    name = ctypes.util.find_library("glpk")
    if not name:
        raise OSError("GLPK's library is not installed (Debian: apt install libglpk40)")
    glpk = ctypes.CDLL(name)
    glpk.glp_create_prob.restype = ctypes.c_void_p
    glpk.glp_term_out(0)
    return glpk


class Programme:
    """Rows that columns have to satisfy; both are numbered from 0."""

    def __init__(self):
        self.columns = []  # (kind, low, high)
        self.rows = []     # (low, high)
        self.entries = []  # (row, column, factor)

    def column(self, low=0.0, high=None, whole=False):
        self.columns.append((WHOLE if whole else CONTINUOUS, low, high))
        return len(self.columns) - 1

    def row(self, terms, low=None, high=None):
        """low <= sum of factor * column <= high. In: (column, factor), columns may repeat."""
        sums = {}
        for column, factor in terms:
            sums[column] = sums.get(column, 0) + factor
        for column, factor in sums.items():
            if factor != 0:
                self.entries.append((len(self.rows), column, float(factor)))
        self.rows.append((low, high))

    def solve(self, seconds):
        """Is there a solution? UNDECIDED where the time did not suffice.

        First without whole numbers, since GLPK's preprocessor, which does not ask for that, may never end."""
        glpk = library()
        problem = ctypes.c_void_p(glpk.glp_create_prob())
        try:
            self._fill(glpk, problem)
            if glpk.glp_simplex(problem, None) != 0:
                return UNDECIDED
            status = glpk.glp_get_status(problem)
            if status == GLP_OPT:
                settings = Settings()
                glpk.glp_init_iocp(ctypes.byref(settings))
                settings.msg_lev, settings.tm_lim = 0, int(1000 * seconds)
                settings.tol_int = 1e-7  # of 1e-5 several make up for what a tight claim lacks
                glpk.glp_intopt(problem, ctypes.byref(settings))
                status = glpk.glp_mip_status(problem)
        finally:
            glpk.glp_delete_prob(problem)
        return {GLP_OPT: FEASIBLE, GLP_FEAS: FEASIBLE, GLP_NOFEAS: INFEASIBLE}.get(status, UNDECIDED)

    def _fill(self, glpk, problem):
        def bounds(put, number, low, high):
            kind = FREE if low is None and high is None else UP if low is None else \
                LOW if high is None else FIXED if low == high else BOTH
            put(problem, number, kind, ctypes.c_double(low or 0), ctypes.c_double(high or 0))

        glpk.glp_add_cols(problem, len(self.columns))
        for number, (kind, low, high) in enumerate(self.columns, 1):
            bounds(glpk.glp_set_col_bnds, number, low, high)
            glpk.glp_set_col_kind(problem, number, kind)
        glpk.glp_add_rows(problem, len(self.rows))
        for number, (low, high) in enumerate(self.rows, 1):
            bounds(glpk.glp_set_row_bnds, number, low, high)
        count = len(self.entries)
        glpk.glp_load_matrix(problem, count,
                             (ctypes.c_int * (count + 1))(0, *(row + 1 for row, _, _ in self.entries)),
                             (ctypes.c_int * (count + 1))(0, *(column + 1 for _, column, _ in self.entries)),
                             (ctypes.c_double * (count + 1))(0, *(factor for _, _, factor in self.entries)))
