import type { Report, ThresholdReport } from '../../core/report.ts';
import { boundsText, judgedValue } from '../../core/result-wording.ts';
import { UNMEASURED } from '../../core/verdict.ts';
import { pathAndArm, rendered, tableOfResults, titled } from './block.ts';

const VERDICTS: Readonly<Record<ThresholdReport['verdict'], string>> = {
  missed: '❌ missed',
  unmeasured: `⚪ ${UNMEASURED}`,
  met: '✅ met',
};

const WORST_FIRST = Object.keys(VERDICTS);

/** Every threshold that was held against a result, the missed ones first. */
export function thresholds({ thresholds }: Report): string[] {
  const rows = [...thresholds]
    .sort((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict))
    .map((threshold) => ({
      result: pathAndArm(threshold.path, threshold.arm),
      cells: [
        VERDICTS[threshold.verdict],
        rendered.code(threshold.metric),
        judgedValue(threshold),
        boundsText(threshold),
        rendered.text(threshold.reason ?? ''),
      ],
    }));
  return titled('Thresholds', tableOfResults(['Verdict', 'Metric', 'Value', 'Bound', 'Why'], rows));
}
