import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalRoute } from '../../../src/core/route/canonical.ts';
import { formatRoute } from '../../../src/core/route/route.ts';
import { modelKey, sameModel } from '../../../src/core/route/same.ts';
import { DEFAULT_POLICY, type JudgePolicy } from '../../../src/policy/policy.ts';
import { routeTexts, SPELLINGS } from '../../support/routes.ts';
import { trials } from '../../support/trial.ts';

// as the policy's schema has them
const target = routeTexts.filter((text) => /^[!-9;-~]+:[!-~](?:[ -~]*[!-~])?$/.test(text));

const anyPolicy: fc.Arbitrary<JudgePolicy> = fc.oneof(
  fc.constant(DEFAULT_POLICY.judge),
  fc.record({
    required: fc.boolean(),
    aliases: fc.array(fc.oneof(routeTexts, fc.constantFrom('acme/*', '*')), { maxLength: 1 }),
    family: fc.constantFrom('same' as const, 'distinct' as const),
    routes: fc.dictionary(routeTexts, target, { maxKeys: 3 }),
  }),
);
const RUNS = { numRuns: trials(1000) };

describe('routes', () => {
  it('are canonicalised once: the answer, written out and read again, is the answer', () => {
    fc.assert(
      fc.property(routeTexts, anyPolicy, (text, policy) => {
        const route = canonicalRoute(text, policy);
        expect(canonicalRoute(formatRoute(route), policy)).toEqual(route);
      }),
      RUNS,
    );
  });

  it('are compared alike from both sides, and with themselves never found different', () => {
    fc.assert(
      fc.property(routeTexts, routeTexts, anyPolicy, (one, other, policy) => {
        const [a, b] = [canonicalRoute(one, policy), canonicalRoute(other, policy)];
        expect(sameModel(a, b, policy)).toBe(sameModel(b, a, policy));
        expect(sameModel(a, a, policy)).not.toBe('different');
        const [key, otherKey] = [modelKey(a, policy), modelKey(b, policy)];
        expect(key !== null && key === otherKey).toBe(sameModel(a, b, policy) === 'same');
        if (a.kind === 'model') expect(sameModel(a, a, policy)).toBe('same');
      }),
      RUNS,
    );
  });

  it('that cannot be resolved are never different from anything', () => {
    fc.assert(
      fc.property(routeTexts, routeTexts, anyPolicy, (one, other, policy) => {
        const [a, b] = [canonicalRoute(one, policy), canonicalRoute(other, policy)];
        if (a.kind !== 'model') expect(sameModel(a, b, policy)).not.toBe('different');
      }),
      RUNS,
    );
  });

  it('in another case, with spaces around or with a router in front are the same model', () => {
    const policy = DEFAULT_POLICY.judge;
    const spelling = fc.constantFrom(...SPELLINGS.flatMap(([, spellings]) => spellings));
    const respell = fc.constantFrom<(text: string) => string>(
      (text) => text.toUpperCase(),
      (text) => ` ${text} `,
      (text) => `litellm:${text.trim()}`,
      (text) => `openrouter/${text.trim()}`,
      (text) => text.replaceAll('-', '_'),
    );
    fc.assert(
      fc.property(spelling, fc.array(respell, { maxLength: 3 }), (text, changes) => {
        const other = changes.reduce((changed, change) => change(changed), text);
        const [a, b] = [canonicalRoute(text, policy), canonicalRoute(other, policy)];
        expect([other, sameModel(a, b, policy)]).toEqual([other, 'same']);
      }),
      RUNS,
    );
  });
});
