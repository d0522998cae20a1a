import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FindingReport } from '../../src/core/rule.ts';
import { runCheck } from '../support/cli.ts';
import { describeField, fieldData } from '../support/field.ts';
import { TestRepository } from '../support/repository.ts';

/** A real history, and the policy that a careful team would give it. */
interface History {
  readonly bundle: string;
  readonly ledger: string;
  readonly policy: string;
  readonly exempt: RegExp | null;
}

const RESEARCH_POLICY = `version: 1
ledger: [backend/evals/results]
series:
  eval:
    files: "eval-*.json"
    format: { metrics: /aggregate, metrics_version: /method/metrics_version, limits: /method/limits, models: /models, judge: /judge, rows: /results, generated_at: /generated_at }
    thresholds:
      completion_rate: { min: 0.9 }
      citation_support_rate: { min: 0.95 }
`;

const histories: readonly History[] = [
  {
    bundle: 'research-engine-results',
    ledger: 'backend/evals/results',
    policy: RESEARCH_POLICY,
    exempt: null,
  },
  {
    bundle: 'mergecraft-results',
    ledger: 'evals/results',
    policy: 'version: 1\nledger: [evals/results]\nexempt: ["**/latest.json"]\n',
    exempt: /(?:^|\/)latest\.json$/,
  },
  {
    bundle: 'stability-result-json',
    ledger: 'models',
    policy: 'version: 1\nledger: [models]\n',
    exempt: null,
  },
];

interface Judged {
  readonly commit: string;
  readonly code: number;
  readonly findings: readonly FindingReport[];
  /** Ledger paths that plain git calls changed, deleted or of another type. */
  readonly oracle: readonly string[];
}

async function judgeHistory({ bundle, ledger, policy, exempt }: History): Promise<readonly Judged[]> {
  const repository = TestRepository.clone(
    join(fieldData ?? '', 'git-histories', `${bundle}.bundle`),
    '-b',
    'main',
  );
  const scratch = mkdtempSync(join(tmpdir(), 'evalguard-policy-'));
  const policyFile = join(scratch, 'policy.yaml');
  writeFileSync(policyFile, policy);
  const judged: Judged[] = [];
  try {
    for (const line of repository.git('rev-list', '--reverse', '--parents', 'HEAD').split('\n')) {
      const [commit = '', parent] = line.split(' ');
      if (parent === undefined) continue;
      const { code, report } = await runCheck(repository.dir, [
        '--base',
        parent,
        '--head',
        commit,
        '--policy-file',
        policyFile,
      ]);
      const oracle = repository
        .git('diff-tree', '-r', '--no-renames', '--name-status', '--diff-filter=MDT', parent, commit)
        .split('\n')
        .map((row) => row.split('\t')[1] ?? '')
        .filter(
          (path) =>
            path.startsWith(`${ledger}/`) && !exempt?.test(path) && !/(?:^|\/)README\.md$/i.test(path),
        );
      judged.push({
        commit,
        code,
        findings: report.findings.filter(({ severity }) => severity === 'error'),
        oracle,
      });
    }
  } finally {
    repository.dispose();
    rmSync(scratch, { recursive: true, force: true });
  }
  return judged;
}

/** The record that a finding says was harmed: for a rename, the one that is gone. */
function harmed({ rule, path, data }: FindingReport): string {
  return rule === 'ledger/renamed' ? String(data['from']) : String(path);
}

describeField('real histories, commit by commit', () => {
  const judged = new Map<string, readonly Judged[]>();
  beforeAll(async () => {
    for (const history of histories) judged.set(history.bundle, await judgeHistory(history));
  });
  afterAll(() => judged.clear());

  it.each(histories.map(({ bundle }) => bundle))(
    '%s: the guard names what plain git names, and nothing else',
    (bundle) => {
      const all = judged.get(bundle) ?? [];
      expect(all.length).toBeGreaterThan(5);
      for (const { commit, code, findings, oracle } of all) {
        const named = [
          ...new Set(findings.filter(({ rule }) => rule.startsWith('ledger/')).map(harmed)),
        ].sort();
        expect([commit, named]).toEqual([commit, [...oracle].sort()]);
        if (oracle.length > 0) expect([commit, code]).toEqual([commit, 1]);
      }
    },
  );

  it('research engine: four commits modify five results, one deletes and renames, the others pass', () => {
    const all = judged.get('research-engine-results') ?? [];
    const of = (rule: string) =>
      all.filter(({ findings }) => findings.some((finding) => finding.rule === rule));
    expect(of('ledger/modified').length).toBe(4);
    expect(
      all.flatMap(({ findings }) => findings.filter(({ rule }) => rule === 'ledger/modified')).length,
    ).toBe(5);
    expect(of('ledger/deleted').map(({ commit }) => commit)).toEqual(
      of('ledger/renamed').map(({ commit }) => commit),
    );
    expect(of('ledger/deleted').length).toBe(1);
    expect(all.filter(({ code }) => code === 0).length).toBe(all.length - 5);
  });

  it('research engine: the front-end commit that overwrote the 10/10 run is told with what was lost', () => {
    const lost = (judged.get('research-engine-results') ?? [])
      .flatMap(({ findings }) => findings)
      .find(({ path, rule }) => rule === 'ledger/modified' && path?.endsWith('eval-2026-08-13.json'));
    expect(lost?.message).toContain('completion_rate 1 -> 0');
    expect(lost?.message).toContain('citation_support_rate 0.9 -> n/a (unmeasured)');
    expect(lost?.remedy).toContain('git restore --staged --worktree --source=');
  });

  it('mergecraft: with latest.json exempt only the rename with an edit fails', () => {
    const failed = (judged.get('mergecraft-results') ?? []).filter(({ code }) => code !== 0);
    expect(failed.map(({ findings }) => findings.map(({ rule }) => rule))).toEqual([['ledger/deleted']]);
  });
});
