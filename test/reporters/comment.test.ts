import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comment,
  fitMarkdown,
  jobSummary,
  LARGEST_SUMMARY,
  LONGEST_COMMENT,
} from '../../src/reporters/comment.ts';
import { inMarkdown } from '../../src/reporters/markdown.ts';
import { reportDocument } from '../../src/reporters/report-document.ts';
import { elementsOf, renderMarkdown } from '../support/github.ts';
import { anyReport, findingWith, reportWith, resultWith, thresholdWith } from '../support/report.ts';

const large = reportWith({
  findings: Array.from({ length: 60 }, (_, at) =>
    findingWith({ path: `results/${at}.json`, message: '🎯数'.repeat(600), remedy: '修'.repeat(1_900) }),
  ),
  thresholds: Array.from({ length: 400 }, (_, at) =>
    thresholdWith({ metric: `${'m'.repeat(200)}${at}`, reason: 'x'.repeat(1_500) }),
  ),
  results: [resultWith({ losses: ['l'.repeat(1_999)] })],
});

describe('comment', () => {
  it('is the Markdown report as it is where there is room', () => {
    const report = reportWith({ findings: [findingWith({})] });
    expect(comment(report, { taken: 100, summary: null })).toBe(inMarkdown(reportDocument, report));
  });

  it('K137 keeps verdict and counts where there is no room, and says where the rest is', () => {
    const text = comment(large, { taken: 100, summary: 'https://github.example/run/1' });
    expect(text.length).toBeLessThanOrEqual(LONGEST_COMMENT - 100);
    expect(text.length).toBeGreaterThan(LONGEST_COMMENT / 2);
    expect(text).toMatch(/^## ❌ evalguard: fail \(exit 1\)\n\n\*\*60 errors must be mended/);
    expect(text).toMatch(
      /lines left out, .*\[The job summary\]\(https:\/\/github\.example\/run\/1\) has them\.\n$/,
    );
  });

  it('ends with a link to the run where that is known (C9)', () => {
    const small = reportWith({ findings: [findingWith({})] });
    const run = 'https://github.example/o/r/actions/runs/7';
    expect(comment(small, { taken: 100, summary: run })).toBe(
      `${inMarkdown(reportDocument, small)}\n[The run that says this](${run})\n`,
    );
    expect(comment(small, { taken: 100, summary: null })).toBe(inMarkdown(reportDocument, small));
  });

  it('K138 cuts between lines only: no half character, no open block', () => {
    const text = comment(large, { taken: 100, summary: null });
    expect(Buffer.from(text).toString()).toBe(text);
    const kept = text.slice(0, text.indexOf('\n\n**Shortened'));
    expect(inMarkdown(reportDocument, large).startsWith(kept)).toBe(true);
    expect(elementsOf(renderMarkdown(text)).has('ul')).toBe(true);
  });
});

describe('summary', () => {
  it('K148 stays below 1 MiB in bytes, with what is already written', () => {
    const taken = LARGEST_SUMMARY - 9_000;
    const text = jobSummary(large, { taken });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(9_000);
    expect(text).toMatch(/^## ❌ evalguard: fail/);
    expect(text).toContain('**Shortened:**');
  });

  it('K148 leaves a summary alone that is full already', () => {
    expect(jobSummary(large, { taken: LARGEST_SUMMARY })).toBe('');
  });
});

describe('fitMarkdown', () => {
  const room = (limit: number) => ({
    limit,
    size: (text: string) => text.length,
    notice: (left: number) => `(${left} left out)`,
  });

  it.each([
    ['closes a details block', `<details>\n<summary>s</summary>\n\n${'a\n'.repeat(99)}\n</details>\n`, 80],
    ['closes a fence', `head\n\n\`\`\`\`mermaid\n${'a\n'.repeat(99)}\`\`\`\`\n`, 80],
    ['closes a fence in details', `<details>\n\n~~~\n${'a\n'.repeat(99)}~~~\n\n</details>\n`, 80],
  ])('K138 %s', (_name, text, limit) => {
    const fitted = fitMarkdown(text, room(limit));
    expect(fitted.length).toBeLessThanOrEqual(limit);
    expect(balance(fitted)).toEqual({ details: 0, fences: 0 });
    expect(fitted).toMatch(/\n\(\d+ left out\)\n$/);
  });

  it('keeps no heading and no head of a table without what stands under it', () => {
    const text = `verdict\n\n### T\n\n| A |\n| --- |\n| ${'x'.repeat(200)} |\n`;
    expect(fitMarkdown(text, room(90))).toBe('verdict\n\n(6 left out)\n');
  });

  it('K138 fits any report at any limit, with every block closed', () => {
    fc.assert(
      fc.property(anyReport, fc.integer({ min: 0, max: 3_000 }), (report, limit) => {
        const whole = inMarkdown(reportDocument, report);
        const fitted = fitMarkdown(whole, room(limit));
        expect(fitted.length).toBeLessThanOrEqual(limit);
        expect(balance(fitted)).toEqual({ details: 0, fences: 0 });
        if (whole.length <= limit) expect(fitted).toBe(whole);
      }),
    );
  });
});

function balance(text: string): { readonly details: number; readonly fences: number } {
  const lines = text.split('\n');
  const of = (line: string) => lines.filter((one) => one === line).length;
  const fences = lines.filter((line) => /^(?:`{3,}|~{3,})/.test(line)).length;
  return { details: of('<details>') - of('</details>'), fences: fences % 2 };
}
