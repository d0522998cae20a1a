import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const MET = 'results/eval-2026-01-01-corpus-run1.json';
const MISSED = 'results/eval-2026-01-02-corpus-run1.json';
const GOOD = nativeResult([true, true, true]);
/** A run of its own: the same evidence again would be a duplicate. */
const AGAIN = nativeResult([true, true, true, true]);
const BAD = nativeResult([false, false, true]);
const POLICY = `version: 1
exempt: ["results/latest.json"]
series:
  eval:
    files: "eval-*.json"
    thresholds: { passed: { min: 0.9, enforce: true } }
`;

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.commit('Records', {
    'evalguard.yaml': POLICY,
    [MET]: GOOD,
    [MISSED]: BAD,
    'results/latest.json': '{"run": 1}\n',
    'results/README.md': 'Results\n',
  });
  repository.git('switch', '--quiet', '--create', 'topic');
});
afterEach(() => repository.dispose());

function retraction(path: string, content: string): Record<string, string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return {
    [path.replace('.json', '.retraction-1.json')]: `${JSON.stringify({
      schema: 'evalguard.retraction/v1',
      of: { path, sha256 },
      reason: 'the index had not been built',
      date: '2026-09-29',
    })}\n`,
  };
}

type Mode = 'diff' | 'staged';

async function judged(mode: Mode, files: Readonly<Record<string, string | null>>) {
  for (const [path, content] of Object.entries(files)) {
    if (content === null) repository.remove(path);
    else repository.write(path, content);
  }
  repository.git('add', '--all');
  if (mode === 'diff') repository.git('commit', '--quiet', '--message', 'Change');
  const { report, code } = await runCheck(
    repository.dir,
    mode === 'diff' ? ['--base', 'main'] : ['--staged'],
  );
  return {
    code,
    found: report.findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`),
    report,
  };
}

describe.each<Mode>(['diff', 'staged'])('in %s mode', (mode) => {
  it('the retraction of the newest, missed run that brings a met one back is a warning (A5)', async () => {
    const { code, found, report } = await judged(mode, retraction(MISSED, BAD));
    const path = MISSED.replace('.json', '.retraction-1.json');
    expect([code, found]).toEqual([0, [`warning retraction/sets-aside ${path}`]]);
    expect(report.findings[0]?.message).toContain(`${MET} is judged in its place`);
  });

  it.each<[string, () => Record<string, string>]>([
    ['of an older run', () => retraction(MET, GOOD)],
    [
      'beside a newer run, which is judged then',
      () => ({ ...retraction(MISSED, BAD), 'results/eval-2026-01-03-corpus-run1.json': AGAIN }),
    ],
  ])('a retraction %s is none (A5)', async (_, files) => {
    expect((await judged(mode, files())).found).toEqual([]);
  });

  it('two retractions that leave nothing to judge say so (A5)', async () => {
    const { found, report } = await judged(mode, { ...retraction(MISSED, BAD), ...retraction(MET, GOOD) });
    expect(found).toEqual([expect.stringContaining('warning retraction/sets-aside')]);
    expect(report.findings[0]?.message).toContain('No run of the series is left');
  });

  it.each<[string, Record<string, string | null>, readonly string[]]>([
    [
      'an edit',
      { 'results/latest.json': '{"run": 2}\n' },
      ['note ledger/exempt-changed results/latest.json'],
    ],
    ['a deletion', { 'results/latest.json': null }, ['note ledger/exempt-changed results/latest.json']],
    ['a README, which is no record', { 'results/README.md': 'Other\n' }, []],
  ])('of an exempt file, %s is a note (A5)', async (_, files, expected) => {
    const { code, found } = await judged(mode, files);
    expect([code, found]).toEqual([0, expected]);
  });

  it('a new exempt file is no edit of one (A5)', async () => {
    repository.git('switch', '--quiet', 'main');
    repository.commit('Exempt', { 'evalguard.yaml': POLICY.replace('latest', '*latest*') });
    repository.git('switch', '--quiet', '--create', 'other');
    expect((await judged(mode, { 'results/latest-b.json': '{}\n' })).found).toEqual([]);
  });
});

describe('a change of the policy by which files that stood join a series unjudged (A5)', () => {
  const LATER = 'scratch/eval-2026-01-09-corpus-run1.json';

  it.each<[string, string, string, string]>([
    ['a wider ledger', POLICY, POLICY.replace('version: 1', 'version: 1\nledger: [results, scratch]'), LATER],
    [
      'a lost exemption',
      POLICY.replace('latest', 'eval-2026-01-09-*'),
      POLICY.replace('results/latest.json', 'results/none.json'),
      'results/eval-2026-01-09-corpus-run1.json',
    ],
  ])('is a loosening: %s', async (_, before, after, joins) => {
    repository.git('switch', '--quiet', 'main');
    repository.commit('A better run that nobody judged', { 'evalguard.yaml': before, [joins]: GOOD });
    repository.git('switch', '--quiet', '--create', 'wider');
    const { code, found, report } = await judged('diff', { 'evalguard.yaml': after });
    expect([code, found]).toEqual([
      0,
      ['warning policy/changed evalguard.yaml', 'warning policy/loosened evalguard.yaml'],
    ]);
    expect(report.findings[1]?.message).toContain(`series.eval.results: not set -> "${joins}"`);
  });

  it('is none where the wider ledger holds nothing of a series yet', async () => {
    const after = POLICY.replace('version: 1', 'version: 1\nledger: [results, scratch]');
    const { code, found } = await judged('diff', { 'evalguard.yaml': after, [LATER]: AGAIN });
    expect([code, found]).toEqual([0, ['warning policy/changed evalguard.yaml']]);
  });
});

it('a pin that sets aside the newest run, which blocks, is a loosening (A5)', async () => {
  const versioned = (version: number, scores: boolean[]) =>
    nativeResult(scores, { metrics_version: version });
  repository.git('switch', '--quiet', 'main');
  repository.commit('Versions', {
    'results/eval-2026-01-03-corpus-run1.json': versioned(3, [true, true, true]),
    'results/eval-2026-01-04-corpus-run1.json': versioned(4, [false, false, true]),
  });
  expect((await runCheck(repository.dir, ['--all'])).code).not.toBe(0);
  repository.git('switch', '--quiet', '--create', 'pin');
  const { report } = await judged('diff', {
    'evalguard.yaml': POLICY.replace('    files', '    metrics_version: 3\n    files'),
  });
  expect(report.findings.map(({ rule }) => rule)).toEqual(['policy/changed', 'policy/loosened']);
  expect(report.findings[1]?.message).toContain('series.eval.metrics_version: not set -> 3');
});
