import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Audit } from '../../src/core/audit.ts';
import { auditSarif } from '../../src/reporters/sarif.ts';
import { rules } from '../../src/rules/registry.ts';
import { anyAudit, auditedWith, auditWith, lossWith } from '../support/audit.ts';
import { isRunnerCommand } from '../support/github.ts';
import { readSarif } from '../support/sarif.ts';

const tool = { version: '1.2.3', rules, repository: 'https://github.com/o/r' };
const logOf = (audit: Audit) => readSarif(auditSarif(audit, tool)).runs[0];

describe('the audit as SARIF', () => {
  it('has an error for each content that is lost, in the words of the audit', () => {
    const { results, properties, versionControlProvenance } = logOf(auditWith([auditedWith([lossWith()])]));
    expect(results).toMatchObject([
      { ruleId: 'ledger/modified', level: 'error', locations: [{ physicalLocation: {} }] },
    ]);
    expect(results[0]?.message.text).toBe(
      'Commit a1b2c3d4a1b2 of 2026-08-14 (feat: replace the side bar): It changed this record. What changed: completion_rate 1 -> 0. No record holds it now; the history does.\n' +
        `Record it again under a free name: \`evalguard audit --restore results/run.json\`. Then acknowledge the loss: \`evalguard retract ${'e'.repeat(40)}:results/run.json --reason "…"\`.`,
    );
    expect(properties).toMatchObject({ outcome: 'fail', counts: { broken: 1 } });
    expect(versionControlProvenance).toHaveLength(1);
  });

  it('notes what was made good or acknowledged', () => {
    const losses = [
      lossWith({ status: 'restored' }),
      lossWith({ status: 'acknowledged', acknowledged_by: 'r.json' }),
    ];
    expect(logOf(auditWith([auditedWith(losses)])).results.map(({ level }) => level)).toEqual([
      'note',
      'note',
    ]);
  });

  it('K151 is valid and obeys nothing, whatever the history holds', () => {
    fc.assert(
      fc.property(anyAudit, (audit) => {
        const text = auditSarif(audit, tool);
        const lost = audit.records.flatMap(({ losses }) => losses);
        expect(readSarif(text).runs[0].results).toHaveLength(lost.length);
        expect(text.split('\n').filter(isRunnerCommand)).toEqual([]);
      }),
    );
  });
});
