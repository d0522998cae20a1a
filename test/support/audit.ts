import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  type Audit,
  type AuditedRecord,
  auditReport,
  type LossReport,
  recordStatus,
} from '../../src/core/audit.ts';
import { type Ran, runCli } from './cli.ts';
import { hostileText } from './report.ts';

/** Runs `evalguard audit` and gives its value. */
export async function runAudit(
  cwd: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Ran & { readonly audit: Audit; readonly told: readonly string[] }> {
  const ran = await runCli(cwd, ['audit', '--format', 'json', ...args], env);
  if (ran.stdout === '') throw new Error(`no audit: exit ${ran.code}, ${ran.stderr}`);
  const audit = JSON.parse(ran.stdout) as Audit;
  return { ...ran, audit, told: audit.records.map(tell) };
}

/** A record in a line: `path: broken (modified lost, deleted elsewhere)`. */
function tell({ path, status, losses }: AuditedRecord): string {
  const all = losses.map((loss) => `${loss.rule.replace('ledger/', '')} ${loss.status}`);
  return `${path}: ${status} (${all.join(', ')})`;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A retraction of a content that a path held. */
export function retractionOf(path: string, content: string): string {
  return `${JSON.stringify({
    schema: 'evalguard.retraction/v1',
    of: { path, sha256: sha256(content) },
    reason: 'overwritten by accident',
    date: '2026-11-30',
  })}\n`;
}

const OID = 'a1b2c3d4'.repeat(5);

/** A loss with nothing special about it: the content was changed, and no record holds it. */
export function lossWith(parts: Partial<LossReport> = {}): LossReport {
  return {
    status: 'lost',
    rule: 'ledger/modified',
    commit: { oid: OID, committed: '2026-08-14T04:25:33Z', subject: 'feat: replace the side bar' },
    before: 'b'.repeat(40),
    after: 'c'.repeat(40),
    moved_to: null,
    message: 'It changed this record. What changed: completion_rate 1 -> 0.',
    changed: [{ name: 'completion_rate', before: 1, after: 0, absent: null }],
    sha256: 'd'.repeat(64),
    source: 'e'.repeat(40),
    show: `git show ${'e'.repeat(40)}:results/run.json`,
    held_by: [],
    restored_by: null,
    acknowledged_by: null,
    ...parts,
  };
}

/** A record that lost the given contents. */
export function auditedWith(losses: readonly LossReport[], path = 'results/run.json'): AuditedRecord {
  return { path, status: recordStatus(losses), losses };
}

/** An audit of three landed commits. */
export function auditWith(
  records: readonly AuditedRecord[] = [],
  incomplete: Audit['incomplete'] = [],
  range: Partial<Audit['range']> = {},
): Audit {
  return auditReport({
    incomplete,
    range: {
      head: OID,
      since: null,
      commits: 'landed',
      count: 3,
      ledger: ['results'],
      policy: 'defaults',
      ...range,
    },
    records,
  });
}

const commit = fc.record({
  oid: fc.constant(OID),
  committed: fc.constant('2026-08-14T04:25:33Z'),
  subject: hostileText,
});

const loss: fc.Arbitrary<LossReport> = fc.record({
  status: fc.constantFrom('lost', 'elsewhere', 'restored', 'meanwhile', 'acknowledged'),
  rule: fc.constantFrom('ledger/modified', 'ledger/deleted', 'ledger/renamed', 'ledger/not-a-file'),
  commit,
  before: fc.constant('b'.repeat(40)),
  after: fc.constantFrom(null, 'c'.repeat(40)),
  moved_to: fc.option(hostileText),
  message: hostileText,
  changed: fc.constant([]),
  sha256: fc.constantFrom(null, 'd'.repeat(64)),
  source: fc.constant('e'.repeat(40)),
  show: hostileText,
  held_by: fc.array(hostileText, { maxLength: 3 }),
  restored_by: fc.option(commit),
  acknowledged_by: fc.option(hostileText),
});

/** Audits in which any text from the repository may be hostile. */
export const anyAudit: fc.Arbitrary<Audit> = fc
  .record({
    records: fc.array(
      fc
        .tuple(fc.array(loss, { minLength: 1, maxLength: 6 }), hostileText)
        .map(([losses, path]) => auditedWith(losses, path)),
      { maxLength: 5 },
    ),
    incomplete: fc.array(
      fc.record({ code: hostileText, message: hostileText, remedy: hostileText, path: fc.constant(null) }),
      { maxLength: 2 },
    ),
    ledger: fc.array(hostileText, { minLength: 1, maxLength: 2 }),
  })
  .map(({ records, incomplete, ledger }) => auditWith(records, incomplete, { ledger }));
