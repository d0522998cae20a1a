import type { Progress } from '../../core/budget.ts';
import type { Printer } from '../process.ts';

/** Work shorter than this many steps is over before anybody wonders. */
const WORTH_SHOWING = 2000;

/** Shows progress on one line of a terminal that is wiped at the end; nothing elsewhere. */
export function progressOn({ raw: stderr }: Printer): Progress {
  if (!stderr.isTTY) return () => {};
  return (done, total, what) => {
    if (total < WORTH_SHOWING) return;
    stderr.write(done >= total ? '\r\x1b[K' : `\r${what}: ${done} of ${total}\x1b[K`);
  };
}
