"""What random native results come to, by formulas of its own: fractions, enumeration and scipy. Reads a list of them."""
import functools
import itertools
import json
import math
import sys
from fractions import Fraction as F

try:
    import numpy as np
    from scipy import optimize, stats
except ImportError:
    sys.exit(77)

# A sample that asks for nothing, and one that was not measured.
NOT_APPLICABLE, LOST = 'not_applicable', 'lost'
# What the judge of all files was given.
RUBRIC = {'scale': [1, 5], 'criteria': {'style': {}}}


# --- the value of a row ---

def stated(row, score):
    value = row.get('scores', {}).get(score)
    if value is None:
        return NOT_APPLICABLE if row.get('unmeasured', {}).get(score) == 'not_applicable' else LOST
    return F(int(value)) if isinstance(value, bool) else value if isinstance(value, str) else F(value)


def judged(row, score, scale):
    """What a judge gave: nothing where the row failed, the mean of what it ruled, and no value off the rubric's scale."""
    if row.get('error'):
        return LOST
    rulings = [each['value'] for each in row.get('judgments', []) if each['score'] == score]
    if rulings:
        rulings = [F(value) for value in rulings if value is not None]
        return sum(rulings) / len(rulings) if rulings else LOST
    value = stated(row, score)
    return LOST if scale and value not in (LOST, NOT_APPLICABLE) and not scale[0] <= value <= scale[1] else value


def passed(row, conditions):
    """One condition that fails decides; else all that apply must have been measured."""
    known = [(stated(row, score), bounds) for score, bounds in conditions.items()]
    holds = [bounds.get('min', value) <= value <= bounds.get('max', value)
             for value, bounds in known if value not in (LOST, NOT_APPLICABLE)]
    if not all(holds):
        return F(0)
    if any(value == LOST for value, _ in known):
        return LOST
    return F(1) if holds else NOT_APPLICABLE


def retrieval(row, how):
    name, k, least = how['measure'], how.get('k'), how.get('min_grade', 1)
    relevant = {doc: grade for doc, grade in row['relevant'].items() if grade >= least}
    if not relevant:
        return NOT_APPLICABLE
    seen, ranked = set(), []
    for doc in row['retrieved']:
        ranked.append(doc if doc not in seen else None)
        seen.add(doc)
    top = ranked[:k] if k else ranked
    found = [doc for doc in top if doc in relevant]
    if name == 'recall_at_k':
        return F(len(found), len(relevant))
    if name == 'precision_at_k':
        return F(len(found), k)
    if name == 'hit_at_k':
        return F(int(bool(found)))
    if name == 'mrr':
        return next((F(1, i + 1) for i, doc in enumerate(top) if doc in relevant), F(0))
    gain = {'linear': lambda g: g, 'exponential': lambda g: 2 ** g - 1, 'binary': lambda g: int(g > 0)}[how.get('gain', 'linear')]
    dcg = lambda grades: sum(gain(grade) / math.log2(i + 2) for i, grade in enumerate(grades))
    return F(dcg([relevant.get(doc, 0) for doc in top]) / dcg(sorted(relevant.values(), reverse=True)[:k]))


def leakage(row):
    slots = row['retrieved']
    return F(sum(doc not in row['selection'] for doc in slots), len(slots)) if slots else NOT_APPLICABLE


ABSENT = object()


class Unknown(Exception):
    pass


def alike(want, have):
    """1, 0.75 (right but for keys too many) or 0."""
    if isinstance(want, dict) and isinstance(want.get('$match'), str):
        return matcher(want, have)
    return literal(want, have, alike)


def literal(want, have, part):
    if want is None or want is ABSENT:
        return float(have is None or have is ABSENT)
    if isinstance(want, list):
        if not isinstance(have, list) or len(have) > len(want):
            return 0.0
        return min([1.0] + [part(a, have[i] if i < len(have) else ABSENT) for i, a in enumerate(want)])
    if isinstance(want, dict):
        if not isinstance(have, dict):
            return 0.0
        return min([0.75 if set(have) - set(want) else 1.0] + [part(a, have.get(key, ABSENT)) for key, a in want.items()])
    return float(isinstance(have, bool) == isinstance(want, bool) and want == have)


def matcher(want, have):
    name, value = want['$match'], want.get('value')
    number = isinstance(have, (int, F)) and not isinstance(have, bool)
    if name == 'any_of':
        return max([alike(each, have) for each in want['of']])
    if name == 'not':
        return float(alike(want['of'], have) != 1)
    if name == 'literal':
        exact = lambda a, b: literal(a, b, exact)
        return exact(value, have)
    simple = {
        'any_value': lambda: True,
        'empty_object_or_absent': lambda: have in (None, {}) or have is ABSENT,
        'absent': lambda: have is ABSENT,
        'null': lambda: have is None,
        'boolean': lambda: isinstance(have, bool) and ('value' not in want or have == value),
        'number': lambda: number,
        'string': lambda: isinstance(have, str),
        'case_insensitive_string': lambda: isinstance(have, str) and have.lower() == value.lower(),
    }
    if name not in simple:
        raise Unknown
    return float(simple[name]())


def call_score(want, made):
    if want['name'] != made['name']:
        return 0.0
    if 'arguments' not in want:
        return 1.0
    found = alike(want['arguments'], made.get('arguments', ABSENT))
    plain = not isinstance(want['arguments'].get('$match'), str)
    return max(found, alike(want['arguments'], {})) if made.get('arguments') is None and plain else found


def tool_calls(row):
    """By trying every way to pair the expected calls with those made."""
    want, made = row['expected_tool_calls'], row.get('tool_calls')
    if made is None:
        return LOST
    try:
        score = [[call_score(a, b) for b in made] for a in want]
    except Unknown:
        return LOST
    best = 0.0
    # As many places more as there are expected calls: whoever takes one of them stays unpaired.
    for places in itertools.permutations(range(len(made) + len(want)), len(want)):
        pairs = [score[i][j] if j < len(made) else None for i, j in enumerate(places)]
        if any(not pair for pair, a in zip(pairs, want) if not a.get('optional')):
            continue
        exact = all(pair in (None, 1) for pair in pairs) and sum(pair is not None for pair in pairs) == len(made)
        best = max(best, 1.0 if exact else 0.75)
    return F(best)


def game(row, score):
    """What both orders agree on."""
    games = [each for each in row.get('judgments', []) if each['score'] == score]
    if any(each['value'] is None for each in games) or len({tuple(each['order']) for each in games}) < 2:
        return LOST
    winners = {each['value'] for each in games}
    return winners.pop() if len(winners) == 1 else 'flip'


# --- the rows of a metric, by case ---

def counted(rows, how):
    """The rows that a condition picks, each with whether it says what is asked for."""
    wanted = dict(how.get('where') or {})
    if 'arm' in how and how['aggregate'] not in ('win_rate', 'flip_rate'):
        wanted['arm'] = how['arm']
    for row in rows:
        says = [row.get(key) if key in ('category', 'provenance', 'negative', 'arm') else row['scores'].get(key) for key in wanted]
        if all(said == value or (said is None and key != 'arm') for said, (key, value) in zip(says, wanted.items())):
            yield row, all(said == value for said, value in zip(says, wanted.values()))


class Case:
    def __init__(self):
        self.values, self.lost = [], 0


class Cases(dict):
    """By name; and the names of those of which nothing applies."""
    undecided = frozenset()


def observed(rows, name, how):
    """By case: measured values (pairs of numbers for a ratio, outcomes for games) and how many were lost."""
    cases, silent = Cases(), set()
    for row, known in counted(rows, how):
        score = how.get('score', name)
        if not known:
            value = LOST
        elif how['aggregate'] in ('win_rate', 'flip_rate'):
            value = game(row, score)
        elif how['aggregate'] == 'ratio':
            value = (stated(row, how['numerator']), stated(row, how['denominator']))
            value = LOST if LOST in value else value
        elif how.get('judged'):
            value = judged(row, score, RUBRIC['scale'] if score in RUBRIC['criteria'] else None)
        elif 'pass_if' in how:
            value = passed(row, how['pass_if'])
        elif how.get('measure') == 'leakage':
            value = leakage(row)
        elif how.get('measure') == 'tool_call_match':
            value = tool_calls(row)
        elif 'measure' in how:
            value = retrieval(row, how)
        else:
            value = stated(row, score)
        if value == NOT_APPLICABLE:
            silent.add(row['id'])
            continue
        case = cases.setdefault(row['id'], Case())
        if value == LOST:
            case.lost += 1
        else:
            case.values.append(value)
    cases.undecided = silent - set(cases)
    return cases


# --- the headline ---

def share(k, chosen, n):
    """The chance that k draws without replacement from n are all among the chosen, by counting the draws."""
    return F(math.comb(chosen, k), math.comb(n, k))


def quantile(numbers, p):
    ordered = sorted(numbers)
    at = F(p) * (len(ordered) - 1) / 100
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def of_case(values, how):
    """What one case comes to where the headline is a mean over cases; None with too few samples, or where it is none."""
    kind = how['aggregate']
    if kind in ('mean', 'rate') and how.get('over') != 'rows':
        return sum(values) / len(values) if values else None
    if kind not in ('pass_hat_k', 'pass_at_k') or len(values) < how['k']:
        return None
    passes = int(sum(values))
    if kind == 'pass_hat_k':
        return share(how['k'], passes, len(values))
    return 1 - share(how['k'], len(values) - passes, len(values))


def over_cases(how):
    return how['aggregate'] in ('pass_hat_k', 'pass_at_k') or how['aggregate'] in ('mean', 'rate') and how.get('over') != 'rows'


def parts(cases, how):
    """What each case adds to the numerator and the denominator of a quotient of sums; None where the headline is none."""
    kind = how['aggregate']
    if kind not in ('mean', 'rate', 'ratio', 'pass_hat_k', 'pass_at_k', 'win_rate', 'flip_rate'):
        return None
    out = []
    for case in cases.values():
        values = case.values
        if kind == 'win_rate':
            values = [F(int(each == how['arm'])) for each in values if each not in ('tie', 'flip')]
        elif kind == 'flip_rate':
            values = [F(int(each == 'flip')) for each in values]
        if kind == 'ratio':
            if values:
                out.append((sum(a for a, _ in values), sum(b for _, b in values)))
        elif over_cases(how):
            value = of_case(values, how)
            if value is not None:
                out.append((value, F(1)))
        elif values:
            out.append((sum(values), F(len(values))))
    return out


def headline(cases, how):
    kind = how['aggregate']
    if kind in ('pass_hat_k', 'pass_at_k') and any(len(case.values) < how['k'] for case in cases.values()):
        return None
    quotient = parts(cases, how)
    if quotient is not None:
        below = sum(b for _, b in quotient)
        return sum(a for a, _ in quotient) / below if below else None
    flat = [value for case in cases.values() for value in case.values]
    if kind == 'count':
        return F(len(flat)) if cases or cases.undecided else None
    if not flat:
        return None
    if kind in ('sum', 'min', 'max'):
        return {'sum': sum, 'min': min, 'max': max}[kind](flat)
    return quantile(flat, 50 if kind == 'median' else how['p'])


def scale_of(cases, rows, name, how):
    """The ends that a row's value has, where something says so."""
    if 'scale' in how:
        return [F(end) for end in how['scale']]
    if how['aggregate'] == 'ratio':
        whole = all(0 <= a <= b for case in cases.values() for a, b in case.values)
        return [F(0), F(1)] if whole else None
    unit = how['aggregate'] in ('rate', 'pass_hat_k', 'pass_at_k', 'win_rate', 'flip_rate') or 'pass_if' in how or 'measure' in how
    score = how.get('score', name)
    if how.get('judged') and score in RUBRIC['criteria']:
        return [F(end) for end in RUBRIC['scale']]
    found = [row.get('scores', {}).get(score) for row, _ in counted(rows, how)]
    if how.get('judged'):
        found = [each['value'] for row, _ in counted(rows, how) if not row.get('error') for each in row['judgments'] if each['score'] == score]
    found = [value for value in found if value is not None]
    return [F(0), F(1)] if unit or found and all(isinstance(value, bool) for value in found) else None


def filled(cases, end):
    out = {}
    for name, case in cases.items():
        out[name] = Case()
        out[name].values = case.values + [end] * case.lost
    return out


def bounds(cases, how, scale):
    """The value with everything unmeasured at the bad end and at the good one."""
    kind = how['aggregate']
    lost = sum(case.lost for case in cases.values())
    value = headline(cases, how)
    if lost == 0:
        return None if value is None else [value, value]
    if kind in ('win_rate', 'flip_rate'):
        made = parts(cases, how)
        hits, of = sum(a for a, _ in made), sum(b for _, b in made)
        return [hits / (of + lost), (hits + lost) / (of + lost)]
    if kind == 'count':
        return [value, value + lost]
    if kind in ('ratio', 'sum') or scale is None:
        return None
    ends = [headline(filled(cases, end), how) for end in scale]
    return None if None in ends else ends


def coverage(cases, how):
    measured = [F(len(case.values), len(case.values) + case.lost) for case in cases.values()]
    if over_cases(how):
        return sum(measured) / len(measured) if measured else F(1)
    expected = sum(len(case.values) + case.lost for case in cases.values())
    return F(sum(len(case.values) for case in cases.values()), expected) if expected else F(1)


# --- the interval of a value ---

Z = stats.norm.ppf(0.975)


@functools.lru_cache(None)
def t_quantile(df):
    return stats.t.ppf(0.975, df)


def score_interval(p, n, z):
    """The shares q with (p - q)^2 <= z^2 q (1 - q) / n: the roots of that equation."""
    low, high = sorted(np.roots([1 + z * z / n, -(2 * p + z * z / n), p * p]).real)
    return [max(0.0, low), min(1.0, high)]


@functools.lru_cache(None)
def wilson(x, n):
    found = stats.binomtest(x, n).proportion_ci(0.95, method='wilson')
    return [float(found.low), float(found.high)]


def on(scale, ends):
    return [float(scale[0]) + end * float(scale[1] - scale[0]) for end in ends]


def interval(cases, how, scale, value):
    made = parts(cases, how)
    if made is None or value is None or not made:
        return None
    n = len(made)
    if scale == [0, 1] and all(a in (0, 1) and b == 1 for a, b in made):
        return wilson(int(sum(a for a, _ in made)), n)
    residuals = [a - value * b for a, b in made]
    if n < 2 or not any(residuals):
        return None if scale is None else on(scale, score_interval(float((value - scale[0]) / (scale[1] - scale[0])), n, Z))
    total = sum(b for _, b in made)
    error = math.sqrt(float(F(n, n - 1) * sum(r * r for r in residuals) / total ** 2))
    t = t_quantile(n - 1)
    if scale is not None:
        reach = float(scale[1] - scale[0])
        p = float((value - scale[0]) / (scale[1] - scale[0]))
        # The spread in parts of that of cases which pass or fail, with two such cases added.
        spread = (error / reach) ** 2 / (p * (1 - p) / n)
        spread = min(1.0, ((n - 1) * spread + 2) / (n + 1))
        return on(scale, score_interval(p, n / spread, t))
    return hall(float(value), error, stats.skew([float(r) for r in residuals]), n, t)


def hall(value, error, skewness, n, t):
    """Student's t, widened by the roots of Hall's cubic: g(x) = x + a x^2 + a^2 x^3 / 3 + a / 2 with a = skewness / (3 sqrt n)."""
    a = skewness / (3 * math.sqrt(n))

    def root(q):
        g = lambda x: x + a * x ** 2 + a ** 2 * x ** 3 / 3 + a / 2 - q
        far = 10.0
        while g(-far) > 0 or g(far) < 0:
            far *= 10
        return optimize.brentq(g, -far, far, xtol=1e-13, rtol=1e-14)

    return [min(value - t * error, value - root(t) * error), max(value + t * error, value - root(-t) * error)]


# --- comparisons ---

def whole_numbers(fractions):
    by = math.lcm(*[f.denominator for f in fractions])
    return [int(f * by) for f in fractions]


def all_signs(numbers):
    """The sums under every assignment of signs."""
    sums = np.zeros(1, dtype=np.int64)
    for each in numbers:
        sums = np.concatenate([sums + each, sums - each])
    return sums


def sign_flip(numbers):
    """Of whole numbers."""
    return float(np.mean(np.abs(all_signs([n for n in numbers if n])) >= abs(sum(numbers))))


def flip_p(differences):
    untied = [d for d in differences if d]
    return sign_flip(whole_numbers(untied)) if 0 < len(untied) <= 14 else None if untied else 1.0


def not_rejected(differences):
    """
    The shifts of all differences that the test does not reject, by their own p: it only changes at means of subsets. Up to
    12 exactly; up to 16, where the program draws subsets, the narrowest and the widest that it can find.
    """
    n = len(differences)
    if n > 16:
        return None
    numbers = whole_numbers(differences)
    by = differences[0].denominator if n == 1 else math.lcm(*[d.denominator for d in differences])
    sums, sizes = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for each in numbers:
        sums, sizes = np.concatenate([sums, sums + each]), np.concatenate([sizes, sizes + 1])
    sums, sizes = sums[1:], sizes[1:]
    order = np.argsort(sums / sizes, kind='stable')
    means = (sums / sizes)[order] / by
    if n > 12:
        return {'narrow': [np.quantile(means, 0.034), np.quantile(means, 0.966)],
                'wide': [np.quantile(means, 0.017), np.quantile(means, 0.983)]}

    def kept(at):
        total, size = int(sums[order[at]]), int(sizes[order[at]])
        return sign_flip([x * size - total for x in numbers]) > 0.05

    middle = int(np.searchsorted(means, float(sum(differences) / n)))
    middle = min(max(middle, 0), len(means) - 1)
    first, last = 0, middle
    while first < last:
        at = (first + last) // 2
        first, last = (first, at) if kept(at) else (at + 1, last)
    low = means[first]
    first, last = middle, len(means) - 1
    while first < last:
        at = (first + last + 1) // 2
        first, last = (at, last) if kept(at) else (first, at - 1)
    # Where no shift is rejected at all, the set has no ends.
    outside = sign_flip([x - min(numbers) + 1 for x in numbers]) > 0.05
    return [-math.inf, math.inf] if outside else [low, means[first]]


def changed_shares(b, c, n):
    """c/n - b/n from the score intervals of both shares, by their correlation as two cells of one table."""
    p, q = c / n, b / n
    (pl, ph), (ql, qh) = wilson(c, n), wilson(b, n)
    spread = math.sqrt(p * (1 - p) * q * (1 - q))
    r = -p * q / spread if spread else 0.0
    room = lambda x, y: math.sqrt(max(0.0, x * x + y * y - 2 * r * x * y))
    return [p - q - room(p - pl, qh - q), p - q + room(ph - p, q - ql)]


def held(ends, mean, p, reach):
    """Within the scale, and with 0 exactly where the test finds nothing."""
    low, high = max(ends[0], -reach), min(ends[1], reach)
    if p > 0.05:
        low, high = min(low, 0.0), max(high, 0.0)
    elif low < 0 < high:
        low, high = (0.0, high) if mean > 0 else (low, 0.0)
    return [low, high] if math.isfinite(low) and math.isfinite(high) else None


def flip_interval(differences, p, reach):
    n, mean = len(differences), float(sum(differences) / len(differences))
    reach = math.inf if reach is None else float(reach)
    if len(set(differences)) == 1:
        # A case that differs by all that the scale allows, as common as it can be and still not seen among n.
        unseen = reach * (1 - 0.025 ** (1 / n))
        return held([mean - unseen, mean + unseen], mean, p, reach)
    found = not_rejected(differences)
    if found is None or isinstance(found, dict):
        return found
    return held(found, mean, p, reach)


def compare(base, head, how, scale, same_samples):
    if not over_cases(how) or headline(base, how) is None or headline(head, how) is None:
        return None
    mean = lambda case: None if case is None else of_case(case.values, how)
    sides = [{case: mean(mine) for case, mine in side.items() if mean(mine) is not None} for side in (base, head)]
    shared = sorted(set(sides[0]) & set(sides[1]))
    if not shared:
        return None
    differences = [sides[1][case] - sides[0][case] for case in shared]
    single = how['aggregate'] == 'rate' and all(len(m.values) + m.lost == 1 for side in (base, head) for m in side.values())
    b, c = sum(d < 0 for d in differences), sum(d > 0 for d in differences)
    p = (stats.binomtest(b, b + c).pvalue if b + c else 1.0) if single else flip_p(differences)
    reach = 1 if single else None if scale is None else scale[1] - scale[0]
    difference = sum(differences) / len(differences)
    if p is None:
        ends = None
    elif single:
        ends = held(changed_shares(b, c, len(shared)), difference, p, 1.0)
    else:
        ends = flip_interval(differences, p, reach)
    lows, highs, lost = [], [], 0
    for case in (set(sides[0]) | set(sides[1])) - base.undecided - head.undecided:
        mine = [side.get(case) or Case() for side in (base, head)]
        planned = [len(m.values) + m.lost for m in mine]
        planned = [max(planned)] * 2 if same_samples or 0 in planned else planned
        reached = []
        for m, plan, known in zip(mine, planned, sides):
            more = max(plan - len(m.values), 0 if case in known else 1)
            lost += more
            if more == 0:
                reached.append([known[case]] * 2)
            elif scale is None:
                reached.append(None)
            else:
                at_end = [of_case(m.values + [end] * more, how) for end in scale]
                reached.append([end if at is None else at for at, end in zip(at_end, scale)])
        if None in reached:
            lows.append(None)
            continue
        lows.append(reached[1][0] - reached[0][1])
        highs.append(reached[1][1] - reached[0][0])
    known = None not in lows
    low, high = (sum(lows) / len(lows), sum(highs) / len(highs)) if known else (None, None)
    turned = lost > 0 and (not known or (low <= 0 if difference > 0 else high >= 0))
    directed = how['aggregate'] != 'mean' or 'direction' in how or 'measure' in how
    return {'difference': difference, 'p': p, 'untied': b + c, 'test': 'mcnemar' if single else 'sign_flip', 'cases': len(shared),
            'interval': ends, 'low': low, 'high': high, 'lost': lost, 'concludes': directed and b + c >= 6 and not turned}


def against_even(cases, how):
    """A win rate against 0.5."""
    tallies, ties, flips, lost, ruled = [], 0, 0, 0, 0
    for case in cases.values():
        won = sum(each == how['arm'] for each in case.values)
        ties += case.values.count('tie')
        flips += case.values.count('flip')
        lost += case.lost
        ruled += bool(case.values)
        decided = sum(each not in ('tie', 'flip') for each in case.values)
        if decided:
            tallies.append((won, decided - won))
    won, beaten = sum(w for w, _ in tallies), sum(l for _, l in tallies)
    all_pairs = won + beaten
    if all_pairs == 0:
        return None
    n = len(tallies)
    rate = F(won, all_pairs)
    single = all(w + l == 1 for w, l in tallies)
    if single:
        p, ends = stats.binomtest(won, all_pairs).pvalue, wilson(won, all_pairs)
    else:
        p = flip_p([F(w - l) for w, l in tallies])
        # Each case as far from 0.5 as its own part of the ratio moves it.
        apart = [rate - F(1, 2) + (w - rate * (w + l)) / F(all_pairs, n) for w, l in tallies]
        if n < 2 or p is None:
            ends = None
        elif len(set(apart)) == 1:
            ends = score_interval(float(rate), n, Z)
        else:
            ends = flip_interval(apart, p, F(1, 2))
            if isinstance(ends, dict):
                ends = {key: [end + 0.5 for end in pair] for key, pair in ends.items()}
            elif ends is not None:
                ends = [end + 0.5 for end in ends]
    untied = sum(w != l for w, l in tallies)
    low, high = F(won, all_pairs + lost), F(won + lost, all_pairs + lost)
    turned = lost > 0 and (low <= F(1, 2) if rate > F(1, 2) else high >= F(1, 2))
    return {'rate': rate, 'p': p, 'untied': untied, 'test': 'sign' if single else 'sign_flip', 'cases': ruled, 'interval': ends,
            'low': low, 'high': high, 'pairs': [won, beaten, ties, flips, lost], 'concludes': untied >= 6 and not turned}


def adjust(compared, metrics):
    """Holm's correction as a closed test: of all sets of tests that hold one, the worst Bonferroni bound."""
    family = {}
    for name, found in compared.items():
        if found and found['concludes']:
            how = metrics.get(name, {})
            # Two metrics of one definition are one test, and so are the wins of one arm and those of the other.
            how = without_arm(how) if how.get('aggregate') == 'win_rate' else how
            family.setdefault(json.dumps(how, sort_keys=True, default=str) if 'score' in how else name, found['p'])
    for name, found in compared.items():
        if not found:
            continue
        p = found['p']
        if found['concludes']:
            ps = family.values()
            p = None if None in ps else min(1.0, max(q * sum(r >= q for r in ps) for q in ps if q <= p))
        found['p_adjusted'] = p


# --- all of a result ---

def whole(rows, name, how):
    cases = observed(rows, name, how)
    scale = scale_of(cases, rows, name, how)
    value = headline(cases, how)
    made = parts(cases, how)
    return {'value': value, 'measured': sum(len(case.values) for case in cases.values()),
            'expected': sum(len(case.values) + case.lost for case in cases.values()), 'coverage': coverage(cases, how),
            'bounds': bounds(cases, how, scale), 'interval': interval(cases, how, scale, value),
            'n': sum(bool(case.values) for case in cases.values()) if made is None else len(made)}


def without_arm(how):
    return {key: value for key, value in how.items() if key != 'arm'}


def groups(rows, name, how):
    out = {}
    for by in ('category', 'provenance', 'negative', 'arm'):
        for group in sorted({row[by] for row in rows if row.get(by) is not None}):
            mine = [row for row in rows if row.get(by) == group]
            cases = observed(mine, name, how)
            expected = sum(len(case.values) + case.lost for case in cases.values())
            named = str(group).lower() if isinstance(group, bool) else group
            out.setdefault(by, {})[named] = [headline(cases, how), expected]
    return out


def answer(trial):
    rows, head, metrics, arms = trial['rows'], trial['head'], trial['metrics'], trial['arms']
    out = {name: whole(rows, name, how) for name, how in metrics.items()}
    for name, how in metrics.items():
        out[name]['groups'] = groups(rows, name, how)
    compared = {}
    most = lambda side: max(sum((other['id'], other.get('arm')) == (row['id'], row.get('arm')) for other in side) for row in side)

    def pair(one, other, name, how):
        base, top = observed(one, name, how), observed(other, name, how)
        scale = scale_of(top, other, name, how) or scale_of(base, one, name, how)
        return compare(base, top, how, scale, bool(one and other) and most(one) == most(other))

    if arms:
        sides = [[row for row in rows if row.get('arm') == arm] for arm in arms]
        for name, how in metrics.items():
            if how['aggregate'] == 'win_rate':
                compared[name] = against_even(observed(rows, name, how), how)
            elif 'arm' in how:
                twin = next(other for other, its in metrics.items() if without_arm(its) == without_arm(how) and its.get('arm') == arms[1])
                if how['arm'] == arms[0]:
                    compared[f'{name} / {twin}'] = pair(*sides, name, without_arm(how))
            elif how['aggregate'] != 'flip_rate':
                compared[name] = pair(*sides, name, how)
    elif head:
        compared = {name: pair(rows, head, name, how) for name, how in metrics.items() if 'gain' not in how}
    adjust(compared, metrics)
    return {'metrics': out, 'compared': compared, 'complete': not any('gain' in how for how in metrics.values())}


def plain(value):
    if isinstance(value, (F, np.floating, np.integer)):
        return float(value)
    raise TypeError(type(value))


json.dump([answer(trial) for trial in json.load(sys.stdin, parse_float=F)], sys.stdout, default=plain)
