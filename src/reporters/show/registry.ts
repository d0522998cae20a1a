import type { Shown } from '../../core/shown.ts';
import type { ReporterOptions } from '../registry.ts';
import { shownJson } from './json.ts';
import { shownMarkdown } from './markdown.ts';
import { shownTerminal } from './terminal.ts';

/** The reporters of one result by the name that `--format` takes. */
export const SHOW_REPORTERS: ReadonlyMap<string, (shown: Shown, options: ReporterOptions) => string> =
  new Map([
    ['terminal', shownTerminal],
    ['json', shownJson],
    ['markdown', shownMarkdown],
  ]);
