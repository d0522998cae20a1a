import type { Report, ThresholdReport } from '../core/report.ts';
import { outcomeSentence } from '../core/wording.ts';
import { type SarifTool, sarifLog } from './sarif/log.ts';
import { words } from './sarif/words.ts';

/** The report as a SARIF log: a result a finding; what evalguard alone knows stands in the run's properties. */
export function sarif(report: Report, tool: SarifTool): string {
  const { outcome, exit_code, incomplete, findings, range, counts, thresholds } = report;
  return sarifLog(
    {
      outcome,
      exit_code,
      sentence: outcomeSentence(report),
      incomplete,
      findings,
      head: range.head,
      properties: {
        range: {
          ...range,
          base: name(range.base),
          head: name(range.head),
          policy: name(range.policy),
          how: words.text(range.how),
        },
        counts,
        thresholds: thresholds.map(shown),
      },
    },
    tool,
  );
}

function shown({ path, series, arm, metric, min, max, value, verdict, reason, enforced }: ThresholdReport) {
  return {
    path: name(path),
    series: name(series),
    arm: name(arm),
    metric: name(metric),
    min,
    max,
    value,
    verdict,
    reason: reason === null ? null : words.text(reason),
    enforced,
  };
}

function name(text: string | null): string | null {
  return text === null ? null : words.code(text);
}
