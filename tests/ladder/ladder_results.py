"""Short ways to write results, and strategies that draw them, for the tests of ladder."""

from __future__ import annotations

from hypothesis import strategies as st

from ladder.result import Result, SideResult

NASTY_NAMES = (
    "alice",
    "Smith, John",
    'the "best"',
    "line\nbreak",
    "carriage\r\nreturn",
    "a+b",
    "[]",
    "שלום",
    "\u202eback",
    "\u2028",
    "\x00",
    "=1+1",
    " ",
    "n" * 300,
)


def result(*ranked: str, match: str = "m", set_name: str = "", void: bool = False) -> Result:
    """A result from texts such as "alice+bob 1": players and the rank."""
    sides = []
    for text in ranked:
        players, rank = text.rsplit(" ", 1)
        sides.append(SideResult(tuple(name for name in players.split("+") if name), int(rank), 0.0))
    return Result(match, set_name or match, tuple(sides), void)


def numbered(results: list[Result]) -> tuple[Result, ...]:
    """The same results with matches called by their place."""
    return tuple(each._replace(match=f"round-1/{place}") for place, each in enumerate(results))


def _side(names: st.SearchStrategy[str]) -> st.SearchStrategy[SideResult]:
    return st.builds(
        SideResult,
        players=st.lists(names, max_size=3).map(tuple),
        rank=st.integers(1, 5),
        score=st.floats(allow_nan=False, allow_infinity=False),
        forfeit=st.booleans(),
    )


def any_results() -> st.SearchStrategy[tuple[Result, ...]]:
    """Results of every kind: nasty names, sides without players, void matches, forfeits."""
    texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
    names = st.sampled_from(NASTY_NAMES) | texts
    return st.lists(
        st.builds(
            Result,
            match=st.just("m"),
            set=texts,
            sides=st.lists(_side(names), min_size=1, max_size=4).map(tuple),
            void=st.booleans(),
        ),
        max_size=6,
    ).map(numbered)


@st.composite
def free_for_alls(draw: st.DrawFn) -> tuple[Result, ...]:
    """Results without teams, two to five players a table out of six, matches in sets of two."""
    results = []
    for place in range(draw(st.integers(1, 8))):
        names = draw(st.permutations("abcdef"))[: draw(st.integers(2, 5))]
        sides = tuple(SideResult((name,), draw(st.integers(1, len(names))), 0.0) for name in names)
        results.append(Result(f"m{place}", f"s{place // 2}", sides))
    return tuple(results)
