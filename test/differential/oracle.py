"""What random native results come to, by formulas of its own: fractions, enumeration and scipy. Reads a list of them."""
import itertools
import json
import math
import sys
from fractions import Fraction as F

try:
    from scipy import stats
except ImportError:
    sys.exit(77)


def values(rows, score, where):
    """Cases in order of appearance, each with its measured values and the number of unmeasured ones."""
    cases = {}
    for row in rows:
        if where is not None and row.get('category') != where:
            continue
        value = row['scores'].get(score)
        measured, lost = cases.setdefault(row['id'], ([], [0]))
        if value is None:
            lost[0] += 1
        else:
            measured.append(F(value) if not isinstance(value, bool) else F(int(value)))
    return cases


def share(k, chosen, n):
    """The chance that k draws without replacement from n are all among the chosen, by counting the draws."""
    return F(math.comb(chosen, k), math.comb(n, k))


def quantile(numbers, p):
    ordered = sorted(numbers)
    at = F(p) * (len(ordered) - 1) / 100
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def headline(cases, how):
    kind = how['aggregate']
    flat = [v for measured, _ in cases.values() for v in measured]
    if kind == 'count':
        return F(len(flat)) if cases else None
    if not flat:
        return None
    if kind in ('mean', 'rate'):
        if how.get('over') == 'rows':
            return sum(flat) / len(flat)
        means = [sum(measured) / len(measured) for measured, _ in cases.values() if measured]
        return sum(means) / len(means)
    if kind == 'sum':
        return sum(flat)
    if kind == 'min':
        return min(flat)
    if kind == 'max':
        return max(flat)
    if kind == 'median':
        return quantile(flat, 50)
    if kind == 'percentile':
        return quantile(flat, how['p'])
    k = how['k']
    chances = []
    for measured, _ in cases.values():
        if len(measured) < k:
            return None
        passes = sum(measured)
        if kind == 'pass_hat_k':
            chances.append(share(k, int(passes), len(measured)))
        else:
            chances.append(1 - share(k, len(measured) - int(passes), len(measured)))
    return sum(chances) / len(chances)


def bounds(cases, how, binary):
    """The value with everything unmeasured at the bad end and at the good one."""
    if not binary or how['aggregate'] in ('sum', 'count'):
        return None
    ends = []
    for end in (0, 1):
        filled = {case: (measured + [F(end)] * lost[0], [0]) for case, (measured, lost) in cases.items()}
        ends.append(headline(filled, how))
    return None if None in ends else [float(end) for end in ends]


def interval(cases, how):
    """Of a rate whose cases have one sample each."""
    single = all(len(measured) + lost[0] == 1 for measured, lost in cases.values())
    flat = [v for measured, _ in cases.values() for v in measured]
    if how['aggregate'] != 'rate' or not single or not flat:
        return None
    found = stats.binomtest(int(sum(flat)), len(flat)).proportion_ci(0.95, method='wilson')
    return [float(found.low), float(found.high)]


def sign_flip(differences):
    sizes = [d for d in differences if d != 0]
    reach = abs(sum(differences))
    hits = sum(1 for signs in itertools.product((1, -1), repeat=len(sizes))
               if abs(sum(s * d for s, d in zip(signs, sizes))) >= reach)
    return hits / 2 ** len(sizes)


def compare(base, head):
    shared = sorted(case for case, (measured, _) in base.items() if measured and head.get(case, ([], 0))[0])
    mean = lambda cases, case: sum(cases[case][0]) / len(cases[case][0])
    differences = [mean(head, case) - mean(base, case) for case in shared]
    if not differences:
        return None
    lost = [case for case in base if case in head and base[case][1][0] + head[case][1][0] > 0]
    single = all(len(m) + l[0] == 1 for side in (base, head) for m, l in side.values())
    b, c = sum(d < 0 for d in differences), sum(d > 0 for d in differences)
    if single:
        p = stats.binomtest(b, b + c).pvalue if b + c else 1.0
    elif b + c <= 12:
        p = sign_flip(differences)
    else:
        p = None
    return {'difference': float(sum(differences) / len(differences)), 'p': p, 'untied': b + c,
            'test': 'mcnemar' if single else 'sign_flip', 'lost': bool(lost)}


def dcg(grades, gain):
    return sum(((2 ** g - 1) if gain == 'exponential' else g) / math.log2(i + 2) for i, g in enumerate(grades))


def measure(row, how):
    """A retrieval measure of one row."""
    relevant = {doc: grade for doc, grade in row['relevant'].items() if grade >= 1}
    if not relevant:
        return None
    name, k = how['measure'], how.get('k')
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
    gain = how.get('gain', 'exponential')
    ideal = dcg(sorted(row['relevant'].values(), reverse=True)[:k], gain)
    got = dcg([row['relevant'].get(doc, 0) if doc else 0 for doc in top], gain)
    return got / ideal


def answer(trial):
    out = []
    for name, how in trial['metrics'].items():
        if 'measure' in how:
            each = [measure(row, how) for row in trial['rows']]
            whole = [v for v in each if v is not None]
            out.append({'value': float(sum(whole) / len(whole)) if whole else None})
            continue
        cases = values(trial['rows'], how['score'], (how.get('where') or {}).get('category'))
        value = headline(cases, how)
        binary = how['score'] == 'passed'
        measured = sum(len(m) for m, _ in cases.values())
        expected = measured + sum(lost[0] for _, lost in cases.values())
        found = {'value': None if value is None else float(value), 'measured': measured, 'expected': expected,
                 'bounds': bounds(cases, how, binary), 'interval': interval(cases, how)}
        if trial.get('head') and how['aggregate'] in ('mean', 'rate') and how.get('over') != 'rows' and not how.get('where'):
            found['compared'] = compare(cases, values(trial['head'], how['score'], None))
        out.append(found)
    return out


json.dump([answer(trial) for trial in json.load(sys.stdin, parse_float=F)], sys.stdout)
