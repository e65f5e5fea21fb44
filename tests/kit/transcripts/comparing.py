"""A transcript, answered by casekit and by counting worlds."""

from itertools import accumulate, combinations
from math import prod

from casekit.kit.transcripts.analysis import TranscriptAnalysis


def compare(transcript, solver):
    """What casekit says of a transcript is what a count of its worlds says: for its seat, and for each other one."""
    analysis = TranscriptAnalysis(transcript)
    for name, course in analysis.seats.items():
        seen = analysis.deduction.seen_by(transcript, name)
        assert seen.exact == course.exact
        _Counted(seen.transcript, solver, analysis, course).is_course(course)
    counted = _Counted(transcript, solver, analysis, analysis.course)
    counted.is_course(analysis.course)
    if counted.after[-1]:
        assert counted.certain(counted.after[-1]) == analysis.proved
        counted.is_known(analysis.solver)
        assert counted.idle() == analysis.idle
        assert counted.smallest() == (analysis.essential, len(analysis.smallest.names))
        assert counted.proves(map(int, analysis.smallest.names))


class _Counted:
    """The worlds of a transcript; sets of them are the bits of numbers."""

    def __init__(self, transcript, solver, analysis, course):
        self.targets = [*course.candidates[0]]
        self.decisive = analysis.deduction.decisive
        self.telling = {claim.source for claim in analysis.solver.theory.claims}
        self.may_be_idle = [analysis.deduction.may_be_idle(transcript, event) for event in transcript.play]
        self.worlds = [*solver.worlds(transcript)]
        self.everything = (1 << len(self.worlds)) - 1
        self.left_by = [
            sum(solver.agrees(transcript, event, world) << at for at, world in enumerate(self.worlds))
            for event in transcript.play
        ]
        self.after = [*accumulate(self.left_by, int.__and__, initial=self.everything)]

    def answers(self, left):
        """The answers to all questions together, in each of some worlds."""
        return {
            tuple(world[name] for name in self.targets)
            for at, world in enumerate(self.worlds)
            if left >> at & 1
        }

    def certain(self, left):
        """The answers that are the same in some worlds."""
        values = {name: {each[at] for each in self.answers(left)} for at, name in enumerate(self.targets)}
        return {name: min(of_one) for name, of_one in values.items() if len(of_one) == 1}

    def is_course(self, course):
        """Holds the candidates and the solutions that are left after each line against a course."""
        for left, candidates, count in zip(self.after, course.candidates, course.left, strict=True):
            answers = self.answers(left)
            values = [{each[at] for each in answers} for at in range(len(self.targets))]
            assert dict(zip(self.targets, values, strict=True)) == {k: {*v} for k, v in candidates.items()}
            assert (len(answers) if self.decisive else prod(map(len, values))) == count

    def is_known(self, solver):
        """Holds everything that the worlds say, also what nobody asks for, against what is possible after the last line."""
        read = solver.everything
        left = [world for at, world in enumerate(self.worlds) if self.after[-1] >> at & 1]
        for function in solver.theory.functions:
            for term in (each for each in left[0] if each.partition("(")[0] == function.name):
                arguments = tuple(filter(None, term.partition("(")[2].rstrip(")").split(", ")))
                assert {world[term] for world in left} == {*solver.values(read, function, arguments)}

    def idle(self):
        """The lines that leave every world, until all is certain."""
        solved = [len(self.answers(left)) == 1 for left in (*self.after, 1)].index(True)
        return tuple(
            str(at)
            for at, (before, left) in enumerate(zip(self.after, self.after[1:], strict=False), 1)
            if before == left and at <= solved and str(at) in self.telling and self.may_be_idle[at - 1]
        )

    def proves(self, lines):
        """Whether some lines prove what all of them prove."""
        *_, left = accumulate((self.left_by[at - 1] for at in lines), int.__and__, initial=self.everything)
        return self.certain(left) == self.certain(self.after[-1])

    def smallest(self):
        """The lines without which nothing proves what is certain, and how many lines prove it at least."""
        lines = range(1, len(self.left_by) + 1)
        needed = tuple(at for at in lines if not self.proves({*lines} - {at}))
        others = [at for at in lines if at not in needed and str(at) in self.telling]
        more = next(
            size
            for size in range(len(lines) + 1)
            if any(self.proves((*needed, *some)) for some in combinations(others, size))
        )
        return tuple(map(str, needed)), len(needed) + more
