import { escapeGlob } from '../core/glob.ts';
import { groupBy } from '../core/maps.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { isAllowedSecret } from '../policy/series.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly kind: string;
  /** The name of its kind, as `secrets.allow` of the policy has it. */
  readonly rule: string;
  readonly certain: boolean;
  /** The number of places in the file that hold one. */
  readonly count: number;
  /** The first few of them, where the file is JSON. */
  readonly places: readonly string[];
}

const NAMED = 3;

export const fileSecret = defineRule({
  id: 'file/secret',
  severity: 'error',
  title: 'A record holds what looks like a key or a password.',
  why: 'A record is never taken back, so a key in it can be read by everybody who can read the repository, for ever.',
  advice:
    'Revoke the key where it was issued, then take it out of the file before it is merged. What is no secret is allowed by its kind under `secrets.allow` in the policy.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    const { path, policy } = record;
    for (const [kind, secrets] of groupBy(record.secrets, (secret) => secret.kind)) {
      const { rule, certain } = secrets[0];
      if (isAllowedSecret(policy.secrets, path, rule)) continue;
      const places = secrets.flatMap(({ pointer }) => pointer ?? []).slice(0, NAMED);
      const data: Data = { kind, rule, certain, count: secrets.length, places };
      const { pointer, line = null, column = null } = secrets[0];
      const place = pointer === null ? { path, pointer: null, line, column } : placeIn(record, pointer);
      yield { ...place, data, severity: certain ? 'error' : 'warning' };
    }
  },
  message: ({ kind, count, places }) => {
    const more = count - places.length;
    const where = places.map((pointer) => (pointer === '' ? 'the whole value' : pointer)).join(', ');
    const listed = places.length === 0 ? '' : ` (${where}${more > 0 ? ` and ${more} more` : ''})`;
    const found = count === 1 ? 'One text looks' : `${count} texts look`;
    return `${found} like ${kind}${listed}. Whoever can read this repository can use it, also once it has been taken out again.`;
  },
  remedy: ({ rule, certain }, { path }) =>
    `${certain ? 'Revoke it where it was issued, then take' : 'If it is one, revoke it where it was issued and take'} it out of the commits that bring it. If it is none, allow it in evalguard.yaml, in a change of its own: \`secrets: { allow: [{ files: ${JSON.stringify(escapeGlob(path ?? ''))}, rule: ${rule} }] }\`.`,
});
