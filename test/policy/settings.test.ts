import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, DEFAULT_SERIES, DEFAULT_THRESHOLD } from '../../src/policy/policy.ts';
import {
  EXPECT_SETTINGS,
  JUDGE_SETTINGS,
  POLICY_SETTINGS,
  REQUIREMENT_SETTINGS,
  SECRETS_SETTINGS,
  SERIES_SETTINGS,
  THRESHOLD_SETTINGS,
} from '../../src/policy/settings.ts';

interface Schema {
  readonly default?: unknown;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly additionalProperties: Schema;
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const schema = JSON.parse(read('schemas/policy.v1.schema.json')) as Schema & {
  readonly $defs: { readonly series: Schema };
};
const { series } = schema.$defs;
const page = read('docs/policy.md');

describe.each<[string, Schema, object, object]>([
  ['a policy', schema, { ...POLICY_SETTINGS, version: null }, DEFAULT_POLICY],
  ['a series', series, SERIES_SETTINGS, DEFAULT_SERIES],
  ['what is expected', series.properties['expect']!, EXPECT_SETTINGS, DEFAULT_SERIES.expect],
  [
    'a threshold',
    series.properties['thresholds']!.additionalProperties,
    THRESHOLD_SETTINGS,
    DEFAULT_THRESHOLD,
  ],
  ['the judge', schema.properties['judge']!, JUDGE_SETTINGS, DEFAULT_POLICY.judge],
  [
    'a requirement',
    schema.properties['require']!.additionalProperties,
    REQUIREMENT_SETTINGS,
    { enforce: false },
  ],
  ['secrets', schema.properties['secrets']!, SECRETS_SETTINGS, DEFAULT_POLICY.secrets],
])('every setting of %s', (_, { properties }, settings, defaults) => {
  it('that may be written is one whose change is compared', () => {
    expect(Object.keys(properties).sort()).toEqual(Object.keys(settings).sort());
  });

  it('stands in docs/policy.md', () => {
    expect(Object.keys(properties).filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  });

  it('has one default', () => {
    const stated = Object.entries(properties).filter(([, { default: value }]) => value !== undefined);
    for (const [key, { default: value }] of stated) {
      const used = (defaults as Record<string, unknown>)[key];
      expect(key === 'format' ? { reader: value } : value, key).toEqual(used);
    }
  });
});
