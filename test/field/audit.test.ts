import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Audit } from '../../src/core/audit.ts';
import { runAudit } from '../support/audit.ts';
import { runCli } from '../support/cli.ts';
import { describeField, fieldData } from '../support/field.ts';
import { TestRepository } from '../support/repository.ts';

/** A real history, and the policy that a careful team would give it. */
interface History {
  readonly bundle: string;
  readonly ledger: string;
  readonly policy: string;
  readonly exempt: RegExp;
}

const MAPPING =
  '{ metrics: /aggregate, metrics_version: /method/metrics_version, limits: /method/limits, models: /models, rows: /results }';

const histories: readonly History[] = [
  {
    bundle: 'research-engine-results',
    ledger: 'backend/evals/results',
    policy: `version: 1
ledger: [backend/evals/results]
series:
  eval:
    files: "eval-*.json"
    format: ${MAPPING}
    thresholds: { completion_rate: { min: 0.9 }, citation_support_rate: { min: 0.95 } }
`,
    exempt: /(?:^|\/)readme\.md$/i,
  },
  {
    bundle: 'mergecraft-results',
    ledger: 'evals/results',
    policy: 'version: 1\nledger: [evals/results]\nexempt: ["**/latest.json"]\n',
    exempt: /(?:^|\/)(?:latest\.json|readme\.md)$/i,
  },
  {
    bundle: 'stability-result-json',
    ledger: 'models',
    policy: 'version: 1\nledger: [models]\n',
    exempt: /(?:^|\/)readme\.md$/i,
  },
];

/** What one path went through, by plain git: `ls-tree` of each landed commit, and nothing else. */
interface Oracle {
  /** The contents that the path lost, in order, each with the first commit that took it away. */
  readonly lost: readonly { readonly content: string; readonly commit: string }[];
  readonly now: string | null;
}

function oracle(repository: TestRepository, { ledger, exempt }: History): ReadonlyMap<string, Oracle> {
  const commits = repository.git('rev-list', '--first-parent', '--reverse', 'HEAD').split('\n');
  const trees = commits.map((commit) => {
    const lines = repository.git('ls-tree', '-r', commit).split('\n').filter(Boolean);
    const files = lines
      .map((line) => line.split('\t'))
      .map(([meta = '', path = '']) => [path, meta.split(' ')[2]!]);
    return new Map(files as [string, string][]);
  });
  const found = new Map<string, Oracle>();
  for (const path of new Set(trees.flatMap((tree) => [...tree.keys()]))) {
    if (!path.startsWith(`${ledger}/`) || exempt.test(path)) continue;
    const lost = new Map<string, string>();
    trees.forEach((tree, at) => {
      const before = trees[at - 1]?.get(path);
      if (before !== undefined && before !== tree.get(path) && !lost.has(before))
        lost.set(before, commits[at]!);
    });
    if (lost.size === 0) continue;
    const all = Array.from(lost, ([content, commit]) => ({ content, commit }));
    found.set(path, { lost: all, now: trees.at(-1)?.get(path) ?? null });
  }
  return found;
}

interface Audited {
  readonly repository: TestRepository;
  readonly audit: Audit;
  readonly code: number;
  readonly terminal: string;
  readonly expected: ReadonlyMap<string, Oracle>;
}

function auditedHistory(history: History, scratch: string) {
  return async (): Promise<Audited> => {
    const bundle = join(fieldData ?? '', 'git-histories', `${history.bundle}.bundle`);
    const repository = TestRepository.clone(bundle, '-b', 'main');
    const policy = join(scratch, `${history.bundle}.yaml`);
    writeFileSync(policy, history.policy);
    const args = ['--policy-file', policy];
    const { audit, code } = await runAudit(repository.dir, args);
    const { stdout } = await runCli(repository.dir, ['audit', ...args]);
    return { repository, audit, code, terminal: stdout, expected: oracle(repository, history) };
  };
}

describeField('real histories, audited as a whole', () => {
  const audited = new Map<string, Audited>();
  let scratch = '';
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'evalguard-policy-'));
    for (const history of histories) audited.set(history.bundle, await auditedHistory(history, scratch)());
  });
  afterAll(() => {
    for (const { repository } of audited.values()) repository.dispose();
    rmSync(scratch, { recursive: true, force: true });
  });

  it.each(histories.map(({ bundle }) => bundle))(
    '%s: the audit names the contents that plain git says each path lost, and the commits, and nothing else',
    (bundle) => {
      const { audit, expected, code } = audited.get(bundle)!;
      expect(expected.size).toBeGreaterThan(0);
      const named = audit.records.map(({ path, losses }) => [
        path,
        losses.map(({ before, commit }) => ({ content: before, commit: commit.oid })),
      ]);
      expect(named).toEqual(
        [...expected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, { lost }]) => [path, lost]),
      );
      const open = [...expected.values()].filter(({ lost, now }) => lost[0]?.content !== now);
      expect(code).toBe(open.length > 0 ? 1 : 0);
    },
  );

  it.each(histories.map(({ bundle }) => bundle))(
    '%s: every printed command shows the very content that was lost',
    (bundle) => {
      const { audit, repository } = audited.get(bundle)!;
      const losses = audit.records.flatMap((record) => record.losses).slice(0, 12);
      expect(losses.length).toBeGreaterThan(0);
      for (const { show, before } of losses) {
        const shown = execFileSync('sh', ['-c', show], { cwd: repository.dir });
        expect(repository.gitWith({ input: shown }, 'hash-object', '--stdin')).toBe(before);
      }
    },
  );

  it('research engine: names the front-end commit that destroyed the 10/10 run, the record that holds it since, and the command that shows it', () => {
    const { audit, terminal, repository } = audited.get('research-engine-results')!;
    const path = 'backend/evals/results/eval-2026-08-13.json';
    const [loss] = audit.records.find((record) => record.path === path)!.losses;
    expect(loss?.commit.subject).toMatch(/^feat: replace TopNav with SideNav/);
    expect(loss?.message).toContain('completion_rate 1 -> 0');
    expect(loss?.message).toContain('citation_support_rate 0.9 -> n/a (unmeasured)');
    expect(loss?.held_by).toEqual(['backend/evals/results/eval-2026-08-13-ollama-run7.json']);
    const shown = JSON.parse(execFileSync('sh', ['-c', loss!.show], { cwd: repository.dir }).toString());
    expect(shown.aggregate.completion_rate).toBe(1);
    for (const words of [loss!.commit.subject, loss!.held_by[0]!, loss!.show])
      expect(terminal).toContain(words);
  });

  it('mergecraft: with latest.json exempt only the deleted replay is told', () => {
    const { audit } = audited.get('mergecraft-results')!;
    expect(audit.records.map(({ path }) => path)).toEqual([
      'evals/results/structural-replay-20260813T171646Z.json',
    ]);
  });
});
