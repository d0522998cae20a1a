import type { ThresholdReport } from '../../core/report.ts';
import { boundsText, judgedValue } from '../../core/result-wording.ts';
import { UNMEASURED } from '../../core/verdict.ts';
import type { CaseEnd, JUnitCase, JUnitSuite } from './document.ts';
import { words } from './words.ts';

/** The thresholds: a case each. One that nothing was held against is skipped, and so is the suite without any. */
export function thresholdSuite(thresholds: readonly ThresholdReport[]): JUnitSuite {
  const [first, ...rest] = thresholds.map(thresholdCase);
  const none: JUnitCase = {
    name: 'no threshold was judged',
    end: { kind: 'skipped', message: 'No result that was looked at is held to a threshold.' },
    out: [],
  };
  return { name: 'evalguard.thresholds', properties: [], cases: first ? [first, ...rest] : [none] };
}

function thresholdCase(threshold: ThresholdReport): JUnitCase {
  const { metric, path, arm } = threshold;
  const of = arm === null ? words.code(path) : `${words.code(path)} (${words.code(arm)})`;
  const end = endOf(threshold);
  return {
    name: `${words.code(metric)} (${boundsText(threshold)}) in ${of}`,
    end,
    out: end.kind === 'passed' ? [sentence(threshold)] : [],
  };
}

/** An honest bad result always lands: a miss fails only where the policy enforces it. */
function endOf(threshold: ThresholdReport): CaseEnd {
  const { verdict, enforced } = threshold;
  if (verdict === 'met' || (verdict === 'missed' && !enforced)) return { kind: 'passed' };
  const message = sentence(threshold);
  if (verdict === 'missed') return { kind: 'failure', type: 'threshold/missed', message, lines: [message] };
  return enforced
    ? { kind: 'error', type: 'threshold/unmeasured', message, lines: [message] }
    : { kind: 'skipped', message };
}

function sentence(threshold: ThresholdReport): string {
  const { metric, verdict, enforced, reason } = threshold;
  const name = words.code(metric);
  if (verdict === 'unmeasured') {
    const why = reason === null ? '' : `: ${words.text(reason)}`;
    return `${name} is ${UNMEASURED}${why}.${enforced ? ' The policy enforces this threshold.' : ''}`;
  }
  const value = `${name} is ${judgedValue(threshold)}, ${boundsText(threshold)}: ${verdict}.`;
  return verdict === 'missed' && !enforced
    ? `${value} The policy does not enforce this threshold, so the result lands.`
    : value;
}
