import type { Outcome, ThresholdReport } from '../core/report.ts';
import type { Severity } from '../core/rule.ts';

const RED = 31;
const GREEN = 32;
const YELLOW = 33;
const CYAN = 36;
const BOLD = 1;
const DIM = 2;

type Meaning = Severity | Outcome | ThresholdReport['verdict'] | 'heading' | 'aside';

const CODES: Readonly<Record<Meaning, number>> = {
  error: RED,
  warning: YELLOW,
  note: CYAN,
  pass: GREEN,
  fail: RED,
  incomplete: YELLOW,
  met: GREEN,
  missed: RED,
  unmeasured: YELLOW,
  heading: BOLD,
  aside: DIM,
};

/** Colours text by what it means. */
export type Paint = (meaning: Meaning, text: string) => string;

/** Colours as a terminal's SGR sequences, or no colours. The words alone always say the same. */
export function painter(color: boolean): Paint {
  return (meaning, text) => (color ? `\x1b[${CODES[meaning]}m${text}\x1b[0m` : text);
}
