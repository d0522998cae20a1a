import type { Incomplete } from '../../core/report.ts';
import type { JUnitCase, JUnitSuite } from './document.ts';
import { words } from './words.ts';

/** What could not be told: an error a reason. Where there is none, one case says what was looked at. */
export function completenessSuite(incomplete: readonly Incomplete[], looked: readonly string[]): JUnitSuite {
  const [first, ...rest] = incomplete.map(reasonCase);
  const all: JUnitCase = { name: 'nothing was left open', end: { kind: 'passed' }, out: looked };
  return { name: 'evalguard.completeness', properties: [], cases: first ? [first, ...rest] : [all] };
}

function reasonCase({ code, message, remedy, path }: Incomplete): JUnitCase {
  return {
    name: path === null ? words.code(code) : `${words.code(code)}: ${words.code(path)}`,
    end: {
      kind: 'error',
      type: words.code(code),
      message: words.text(message),
      lines: [words.text(message), `What to do: ${words.text(remedy)}`],
    },
    out: [],
  };
}
