import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUDIT_FORMATS } from '../../src/faces/cli/audit.ts';
import { auditPage } from '../../src/reporters/audit.ts';
import { inMarkdown } from '../../src/reporters/markdown.ts';
import { inTerminal } from '../../src/reporters/terminal.ts';
import { anyAudit, auditedWith, auditWith, lossWith } from '../support/audit.ts';
import { elementsOf, expansionsIn, isRunnerCommand, renderMarkdown, textOf } from '../support/github.ts';

const plain = { color: false };
const verdict = (text: string) => text.trimEnd().split('\n').at(-1);

describe('the audit at a terminal', () => {
  it('says what was looked at and that every record is as it landed', () => {
    const text = inTerminal(auditPage, auditWith(), plain);
    expect(text).toContain(
      'Audited  3 landed commits (along first parents) from the beginning to a1b2c3d4a1b2, in results',
    );
    expect(verdict(text)).toBe('evalguard: PASS (exit 0): every record is as it landed (3 landed commits).');
  });

  it('asks for the rows of a file that grew, not for the file as it was', () => {
    const loss = lossWith({ rule: 'ledger/row-changed' });
    const text = inTerminal(auditPage, auditWith([auditedWith([loss])]), plain);
    expect(text).toContain('→ Put back what landed, beside what was added since: `git show');
    expect(text).not.toContain('--restore');
  });

  it('names the commit, its day and subject, what changed, the command that shows it, and what to do', () => {
    const text = inTerminal(auditPage, auditWith([auditedWith([lossWith()])]), plain);
    expect(text).toContain(
      'lost  by a1b2c3d4a1b2 of 2026-08-14 (feat: replace the side bar)  (ledger/modified)',
    );
    expect(text).toContain('What changed: completion_rate 1 -> 0.');
    expect(text).toContain(`      git show ${'e'.repeat(40)}:results/run.json\n`);
    expect(text).toContain(
      '→ Record it again under a free name: `evalguard audit --restore results/run.json`.',
    );
    expect(text).toContain(`\`evalguard retract ${'e'.repeat(40)}:results/run.json --reason "…"\`.`);
    expect(verdict(text)).toBe(
      'evalguard: FAIL (exit 1): 1 record did not stay as landed, and nothing in the ledger says so (3 landed commits).',
    );
  });

  it('says which record holds the content since, so that what cites the old one can cite that', () => {
    const loss = lossWith({ status: 'elsewhere', held_by: ['results/run7.json'] });
    const text = inTerminal(auditPage, auditWith([auditedWith([loss])]), plain);
    expect(text).toContain('Its content is held by results/run7.json.');
    expect(text).toContain('→ Whatever cites this path for it must cite `results/run7.json`.');
  });

  it('tells what was restored, by which commit, and what was acknowledged; neither fails', () => {
    const restored_by = { oid: 'f'.repeat(40), committed: '2026-08-15T00:00:00Z', subject: 'put back' };
    const text = inTerminal(
      auditPage,
      auditWith([
        auditedWith(
          [lossWith({ status: 'restored', restored_by }), lossWith({ status: 'meanwhile' })],
          'a.json',
        ),
        auditedWith([lossWith({ status: 'acknowledged', acknowledged_by: 'results/r.json' })], 'b.json'),
      ]),
      plain,
    );
    expect(text).toContain('It stands at its path again since ffffffffffff of 2026-08-15 (put back).');
    expect(text).toContain('results/r.json acknowledges the loss.');
    expect(verdict(text)).toBe(
      'evalguard: PASS (exit 0): every record is as it landed, or its loss was made good: 1 restored, 1 acknowledged by a retraction (3 landed commits).',
    );
  });

  it('tells why it could not look, and never calls that a pass', () => {
    const incomplete = [{ code: 'could-not-look', message: 'shallow', remedy: 'fetch', path: null }];
    const text = inTerminal(auditPage, auditWith([], incomplete, { head: null }), plain);
    expect(text).toContain('Audited  nothing');
    expect(verdict(text)).toContain('INCOMPLETE (exit 3): evalguard could not tell (1 reason)');
  });

  it('prints no control character, no command to a runner and no second verdict, whatever a history says', () => {
    fc.assert(
      fc.property(anyAudit, (audit) => {
        const text = inTerminal(auditPage, audit, plain);
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        const lines = text.trimEnd().split('\n');
        expect(lines.filter(isRunnerCommand)).toEqual([]);
        expect(lines.flatMap((line, at) => (line.startsWith('evalguard:') ? at : []))).toEqual([
          lines.length - 1,
        ]);
      }),
    );
  });
});

describe('the audit in Markdown', () => {
  it('begins with the verdict, and shows the command as code', () => {
    const text = inMarkdown(auditPage, auditWith([auditedWith([lossWith()])]));
    expect(text.startsWith('## ❌ evalguard audit: fail (exit 1)\n\n**1 record did not stay as landed')).toBe(
      true,
    );
    expect(renderMarkdown(text)).toContain(`<code>git show ${'e'.repeat(40)}:results/run.json</code>`);
  });

  it('renders text from a history as that very text: no element, link or mention comes of it', () => {
    fc.assert(
      fc.property(anyAudit, (audit) => {
        const text = inMarkdown(auditPage, audit);
        const html = renderMarkdown(text);
        const own = new Set('h2 h3 p strong ul li br code span details summary'.split(' '));
        expect([...elementsOf(html)].filter((element) => !own.has(element))).toEqual([]);
        expect(html.match(/<h2>/g)).toHaveLength(1);
        expect(expansionsIn(html)).toEqual([]);
        expect(text.split('\n').filter(isRunnerCommand)).toEqual([]);
        expect(textOf(html)).toContain('Audited:');
      }),
    );
  });
});

it('each format renders the same audit to the same bytes, with a final newline', async () => {
  expect([...AUDIT_FORMATS.keys()]).toEqual(['terminal', 'json', 'markdown', 'sarif', 'junit']);
  const options = { ...plain, repository: null };
  for (const write of AUDIT_FORMATS.values()) {
    const text = await write(auditWith([auditedWith([lossWith()])]), options);
    expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
    expect(await write(auditWith([auditedWith([lossWith()])]), options)).toBe(text);
  }
});
