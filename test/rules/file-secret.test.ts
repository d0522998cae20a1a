import { describe, expect, it } from 'vitest';
import { fileSecret } from '../../src/rules/file-secret.ts';
import { aPolicy } from '../support/policies.ts';
import { aRecord, aResult, findingsOf, NAME } from '../support/record.ts';

// Put together here, so that no scanner takes this file for a leak.
const KEY = `ghp_${'aB3dE5gH7jK9mN1pQ2rS'.repeat(2)}`;

const found = (extra: object, allow: readonly { files: string; rule: string }[] = []) =>
  findingsOf(fileSecret, aRecord(aResult({ extra }), { policy: aPolicy({ secrets: { allow } }) }));

describe('file/secret (C4)', () => {
  it('is an error for a key with its issuer’s prefix, one for all places of the file, without the key', () => {
    const [finding, ...others] = found({ a: KEY, b: { c: `x ${KEY}` }, d: KEY, e: KEY });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'error',
      pointer: '/extra/a',
      line: expect.any(Number),
      data: { rule: 'github', count: 4, places: ['/extra/a', '/extra/b/c', '/extra/d'] },
    });
    expect(finding?.message).toContain(
      '4 texts look like a GitHub token (/extra/a, /extra/b/c, /extra/d and 1 more)',
    );
    expect(finding?.remedy).toContain('Revoke it where it was issued');
    expect(finding?.remedy).toContain(`{ files: "${NAME}", rule: github }`);
    expect(JSON.stringify(finding)).not.toContain(KEY);
  });

  it('is a warning for what only its field or its looks say', () => {
    expect(found({ config: { apiKey: 'hunter2-hunter2' } })).toMatchObject([
      { severity: 'warning', data: { rule: 'field' } },
    ]);
  });

  it('is allowed by its kind in files that the policy names, and by nothing else', () => {
    const allow = (files: string, rule: string) => found({ a: KEY }, [{ files, rule }]).length;
    expect(allow('results/**', 'github')).toBe(0);
    expect(allow('results/**', 'file/secret')).toBe(0);
    expect(allow('other/**', 'github')).toBe(1);
    expect(allow('results/**', 'openai')).toBe(1);
    expect(allow('results/**', '*')).toBe(1);
  });

  it('says nothing of a record without any', () => {
    expect(found({ text: 'a password is asked for', password: '***' })).toEqual([]);
  });
});
