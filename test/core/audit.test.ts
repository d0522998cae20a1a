import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LossStatus, recordStatus } from '../../src/core/audit.ts';
import { json } from '../../src/reporters/json.ts';
import { anyAudit, auditedWith, auditWith, lossWith } from '../support/audit.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/audit.v1.schema.json', import.meta.url), 'utf8'),
);

describe('schemas/audit.v1.schema.json', () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

  it('accepts every audit as it is printed', () => {
    fc.assert(
      fc.property(anyAudit, (audit) => {
        expect(validate(JSON.parse(json(audit)))).toBe(true);
      }),
    );
  });

  it('refuses one that lacks anything or has more', () => {
    const audit = auditWith([auditedWith([lossWith()])]);
    for (const key of Object.keys(audit)) {
      const { [key as keyof typeof audit]: _left, ...rest } = audit;
      expect(validate(rest)).toBe(false);
    }
    expect(validate({ ...audit, more: 1 })).toBe(false);
  });
});

describe('an audit', () => {
  const could = [{ code: 'could-not-look', message: 'm', remedy: 'r', path: null }];
  const broken = [auditedWith([lossWith()])];
  it.each([
    ['nothing wrong', auditWith(), 'pass', 0],
    ['a broken record', auditWith(broken), 'fail', 1],
    ['what it could not look at', auditWith([], could), 'incomplete', 3],
    ['a broken record besides', auditWith(broken, could), 'fail', 1],
  ] as const)('with %s', (_name, audit, outcome, code) => {
    expect([audit.outcome, audit.exit_code]).toEqual([outcome, code]);
  });
});

describe('a record', () => {
  it.each<[readonly LossStatus[], string]>([
    [['lost'], 'broken'],
    [['elsewhere'], 'broken'],
    [['acknowledged', 'lost'], 'broken'],
    [['restored', 'elsewhere'], 'broken'],
    [['acknowledged'], 'acknowledged'],
    [['acknowledged', 'restored', 'meanwhile'], 'acknowledged'],
    [['restored', 'meanwhile'], 'restored'],
  ])('with contents that are %j is %s', (statuses, expected) => {
    expect(recordStatus(statuses.map((status) => ({ status })))).toBe(expected);
  });
});
