import { readFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Comparison } from '../../src/core/comparison.ts';
import type { Report } from '../../src/core/report.ts';
import { inMarkdown } from '../../src/reporters/markdown.ts';
import { reportDocument } from '../../src/reporters/report-document.ts';
import { renderMarkdown } from '../support/github.ts';
import { describePeer } from '../support/peers.ts';
import {
  findingWith,
  HOSTILE,
  metricWith,
  reportWith,
  resultWith,
  thresholdWith,
} from '../support/report.ts';

const STYLE = readFileSync(new URL('../../scripts/comment.css', import.meta.url), 'utf8');
const TITLE = 'A pull request';

/** Runs in the page. What is folded is opened first, and what can be scrolled to in a table counts as within it. */
const MEASURE = `(() => {
  const comment = document.querySelector('section');
  for (const details of comment.querySelectorAll('details')) details.open = true;
  const all = [...comment.querySelectorAll('*')];
  const active = all.filter((element) =>
    element.matches('a, img, script, iframe, object, embed, form, input, svg, style, link, [onerror], [href], [src]'));
  const outer = comment.getBoundingClientRect();
  const outside = all.filter((element) => {
    const table = element.parentElement.closest('table');
    const box = element.getBoundingClientRect();
    const frame = table?.getBoundingClientRect() ?? outer;
    const right = table === null ? frame.right : frame.left + table.scrollWidth;
    return box.left < frame.left - 1 || box.right > right + 1 || box.bottom > frame.bottom + 1;
  });
  return {
    title: document.title,
    active: active.map(({ tagName }) => tagName),
    outside: outside.map(({ tagName }) => tagName),
    headings: comment.querySelectorAll('h1, h2').length,
  };
})()`;

/** What a browser made of a comment. Boxes are measured against the comment, and against the table around them. */
interface Seen {
  readonly title: string;
  readonly dialogs: number;
  readonly requests: readonly string[];
  readonly active: readonly string[];
  readonly outside: readonly string[];
  readonly headings: number;
}

describePeer('chromium', 'the comment in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: '--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
        ' ',
      ),
    });
  });
  afterAll(() => browser?.close());

  it('K139 K142 K151 stays text and in its place with hostile text in every field', async () => {
    const text = inMarkdown(reportDocument, hostileReport());
    expect(text).toContain('alert(1)');
    const seen = await look(browser, text);
    expect(seen).toEqual({ title: TITLE, dialogs: 0, requests: [], active: [], outside: [], headings: 1 });
  });

  it('would show it, were the text not escaped', async () => {
    const wide = `<p style="width: 5000px">wide</p>`;
    const script = `<img src="x:" onerror="document.title = 'taken'; alert(1)">`;
    const image = '![p](http://x.invalid/p.png)';
    const seen = await look(browser, `## One\n\n${image} www.z.invalid\n\n${script}\n\n${wide}\n\n## Two\n`);
    expect(seen).toEqual({
      title: 'taken',
      dialogs: 1,
      requests: ['http://x.invalid/p.png'],
      active: ['IMG', 'A', 'IMG'],
      outside: ['P'],
      headings: 2,
    });
  });
});

async function look(browser: Browser, text: string): Promise<Seen> {
  const page = await browser.newPage({ viewport: { width: 900, height: 800 } });
  const requests: string[] = [];
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    return dialog.dismiss();
  });
  await page.route('**/*', (route) => {
    requests.push(route.request().url());
    return route.abort();
  });
  try {
    await page.setContent(
      `<!doctype html><title>${TITLE}</title><style>${STYLE}</style><article><section>${renderMarkdown(text)}</section></article>`,
    );
    const found = await page.evaluate<Omit<Seen, 'dialogs' | 'requests'>>(MEASURE);
    return { ...found, dialogs, requests };
  } finally {
    await page.close();
  }
}

/** A report in which each hostile text stands in every field that holds text from files. */
function hostileReport(): Report {
  const SEVERITIES = ['error', 'warning', 'note'] as const;
  return reportWith({
    range: {
      mode: 'diff',
      base: HOSTILE[17]!,
      head: HOSTILE[18]!,
      policy: HOSTILE[19]!,
      how: HOSTILE.join(' '),
    },
    incomplete: HOSTILE.map((text) => ({ code: text, message: text, remedy: text, path: text })),
    changes: HOSTILE.map((text) => ({
      kind: 'added',
      path: `${text}.png`,
      from: text,
      before: text,
      after: text,
    })),
    results: HOSTILE.map((text) =>
      resultWith({
        path: text,
        arm: text,
        series: text,
        format: text,
        mode: text,
        metrics_version: text,
        reason: text,
        models: { [text]: text },
        judge: { route: text, served: [text] },
        metrics: [metricWith({ name: text, value: null, reason: text })],
        splits: [{ by: 'category', group: text, metric: text, value: null, measured: 0, expected: 1 }],
        losses: [text],
      }),
    ),
    thresholds: HOSTILE.map((text) =>
      thresholdWith({
        path: text,
        series: text,
        arm: text,
        metric: text,
        value: null,
        verdict: 'unmeasured',
        reason: text,
      }),
    ),
    comparisons: HOSTILE.map(hostileComparison),
    findings: HOSTILE.flatMap((text) =>
      SEVERITIES.map((severity) =>
        findingWith({ severity, rule: text, path: text, pointer: text, message: text, remedy: text }),
      ),
    ),
  });
}

function hostileComparison(text: string): Comparison {
  const side = { path: text, arm: text, date: text };
  const difference = { key: text, base: text, head: text };
  return {
    base: side,
    head: side,
    age_days: null,
    newest: { ...side, days_newer: 1, reasons: [difference], gaps: [] },
    comparable: false,
    reasons: [difference],
    allowed: [text],
    changed: [difference],
    attribution: { same: 0, changed: 1, unknown: 0 },
    metrics: [
      {
        name: text,
        base: null,
        head: 1,
        difference: null,
        interval: null,
        test: null,
        p: null,
        p_adjusted: null,
        cases: null,
        untied: null,
        b: null,
        c: null,
        mde: null,
        lost: 0,
        low: null,
        high: null,
        direction: null,
        verdict: 'incomparable',
        reason: text,
        newly_failing: [text],
        newly_passing: [text],
        against: null,
        pairs: { arm: text, won: 1, lost: 1, ties: 1, flips: 1, unmeasured: 1 },
        decides: true,
      },
    ],
    splits: [{ by: 'category', group: text, name: text, base: null, head: 1, difference: null }],
    newly_failing: [text],
    newly_passing: [text],
    trend: { metric: text, points: [1, 2, 3].map((value) => ({ label: text, value })) },
    seed: null,
  };
}
