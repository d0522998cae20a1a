import { groupBy } from '../core/maps.ts';
import { canonicalRoute } from '../core/route/canonical.ts';
import { sameModel } from '../core/route/same.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { counted } from '../core/wording.ts';
import { type Judging, judgings, MOST_FINDINGS, type NamedRoute, pointersOf } from './shared/judges.ts';
import { type Located, placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly problem: 'another' | 'undisclosed' | 'not-answered';
  /** The other models that answered: the one that was asked for too, or several on one score. */
  readonly beside?: 'asked' | 'panel';
  readonly arm: string | null;
  /** The role of the system; `null` for the judge. */
  readonly role: string | null;
  readonly route: string | null;
  /** The models that answered instead: the first few, sorted. */
  readonly served: readonly string[];
  /** How many answers or rulings it is about, and of how many; `null` where the file does not say. */
  readonly count: number | null;
  readonly of: number | null;
}

const WHOSE = {
  none: "The scores are another model's than the result says.",
  asked:
    'So did the model that was asked for: either another one stepped in, or several were meant, and the result names one of them.',
  panel: 'Several models ruled on the same score: a panel, of which the result names one.',
} as const;

function silence(count: number | null, of: number | null): string {
  if (of === null) return `${counted(count ?? 0, 'ruling that does', 'rulings that do')} not say`;
  const rulings = of === 1 ? 'one ruling' : `${of} rulings`;
  return count === of ? `${rulings}, without saying` : `${rulings}, ${count} of them without saying`;
}

/** Enough to see what happened; a stranger's file can name thousands. */
const NAMED = 5;

export const judgeServed = defineRule({
  id: 'judge/served',
  severity: 'warning',
  title: 'Another model answered than the route names, or nobody says which one did.',
  why: 'Gateways fall back, and providers swap models behind a name. The route is only what was asked for; what answered is in the response, and it alone tells whose judgement a score is.',
  advice:
    'Record the model of each response under "served" and "judged_by", never a copy of the route. Where the provider does not say, write null and count it under "undisclosed".',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    for (const judging of judgings(record)) {
      for (const { pointer, data } of [
        ...othersThan(judging, record),
        ...undisclosed(judging, record),
        ...notAnswered(judging, record),
      ]) {
        yield { ...placeIn(record, pointer), data };
      }
    }
  },
  message: ({ problem, beside, arm, role, route, served, count, of }) => {
    const who = `${role === null ? 'The judge' : `The role "${role}"`}${arm === null ? '' : ` (${arm})`}`;
    switch (problem) {
      case 'another':
        return `${who} was asked for as ${route}, and ${served.join(', ')} answered${count === null ? '' : ` (${counted(count, 'time', 'times')})`}. ${WHOSE[beside ?? 'none']}`;
      case 'undisclosed':
        return `${who} gave ${silence(count, of)} which model answered. A route is only what was asked for, so nobody knows who graded.`;
      case 'not-answered':
        return `${who} is said not to have answered, and ${counted(count ?? 0, 'ruling is', 'rulings are')} recorded. Both cannot be so.`;
    }
  },
  remedy: ({ problem, beside, role }) => {
    switch (problem) {
      case 'another':
        if (beside === 'panel') {
          return 'Where a panel was meant, nothing has to be done: each of its models is compared with the models that it grades. Otherwise pin the judge to one model.';
        }
        return `Pin the ${role === null ? 'judge' : 'role'} to one model and turn off the fallback; or name the model that answered as the route, and record the run anew.`;
      case 'undisclosed':
        return 'Take the model from the provider’s response into "served" and "judged_by". Where it cannot be had, read the scores with that in mind.';
      case 'not-answered':
        return 'Set "answered" to true if the judge ruled; or take out rulings that no judge gave, leaving the values null, with a reason.';
    }
  },
});

/** Answers by another model than the one that was asked for. A dated route is held to its date. */
function othersThan(
  { reading, judges, evaluated }: Judging,
  { policy }: RecordSubject,
): readonly Located<Data>[] {
  const strict = { ...policy.judge, family: 'distinct' } as const;
  const asked = new Map<string | null, string | null>([
    ...reading.models,
    [null, reading.judge?.route ?? null],
  ]);
  const answers = [...judges, ...evaluated].filter(
    ({ where }) => where === 'served' || where === 'judged_by',
  );
  const isOther = ({ role, route }: NamedRoute) => {
    const named = asked.get(role) ?? null;
    return named !== null && sameModel(canonicalRoute(named, policy.judge), route, strict) === 'different';
  };
  const found = groupBy(answers.filter(isOther), ({ role }) => role);
  const asAsked = new Set(answers.filter((answer) => !isOther(answer)).map(({ role }) => role));
  const panel = isPanel(reading);
  return Array.from(found)
    .slice(0, MOST_FINDINGS)
    .map(([role, mentions]) => {
      const inRows = mentions.filter(({ where }) => where === 'judged_by' || role !== null);
      const served = [...new Set(mentions.map(({ text }) => text))].sort().slice(0, NAMED);
      const count = inRows.length === 0 ? null : inRows.reduce((sum, each) => sum + each.count, 0);
      const route = asked.get(role) ?? null;
      const beside = role === null && panel ? 'panel' : asAsked.has(role) ? 'asked' : null;
      return {
        pointer: mentions[0].pointer,
        data: {
          problem: 'another',
          ...(beside === null ? {} : { beside }),
          arm: reading.arm,
          role,
          route,
          served,
          count,
          of: null,
        },
      };
    });
}

/** Whether several models ruled on one score of one row: a panel of judges, and no model that stepped in for another. */
function isPanel({ rows }: Judging['reading']): boolean {
  return (rows ?? []).some(({ judgments }) => {
    const first = new Map<string | null, string>();
    return judgments.some(({ score, judged_by }) => {
      if (judged_by === null) return false;
      const before = first.get(score);
      if (before === undefined) first.set(score, judged_by);
      return before !== undefined && before !== judged_by;
    });
  });
}

function undisclosed({ reading, judges }: Judging, record: RecordSubject): readonly Located<Data>[] {
  const { judge, arm } = reading;
  if (judge === null) return [];
  const rulings = rulingsOf(reading);
  const of = judge.ruled ?? (rulings.all > 0 ? rulings.all : null);
  const disclosed = judges.some(({ where }) => where === 'served' || where === 'judged_by');
  const silent = judge.undisclosed ?? rulings.silent;
  const listed = judge.served.length > 0 && judge.undisclosed === null;
  const count = !disclosed && of !== null ? of : listed ? 0 : silent;
  if (count === 0) return [];
  const pointer = pointersOf(record).judge(arm ?? 'baseline', 'undisclosed');
  const served = [...judge.served].sort().slice(0, NAMED);
  const data: Data = { problem: 'undisclosed', arm, role: null, route: judge.route, served, count, of };
  return [{ pointer, data }];
}

function notAnswered({ reading }: Judging, record: RecordSubject): readonly Located<Data>[] {
  const { judge, arm } = reading;
  if (judge?.answered !== false) return [];
  const count = Math.max(judge.ruled ?? 0, rulingsOf(reading).all);
  if (count === 0) return [];
  const pointer = pointersOf(record).judge('answered');
  const { route } = judge;
  const data: Data = { problem: 'not-answered', arm, role: null, route, served: [], count, of: null };
  return [{ pointer, data }];
}

/** The number of rulings in the rows, and of those that do not say who gave them. */
function rulingsOf({ rows }: Judging['reading']) {
  let [all, silent] = [0, 0];
  for (const { judgments } of rows ?? []) {
    for (const { value, judged_by } of judgments) {
      if (value === null) continue;
      all += 1;
      if (judged_by === null) silent += 1;
    }
  }
  return { all, silent };
}
