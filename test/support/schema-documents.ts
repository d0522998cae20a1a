import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { SchemaName } from '../../src/adapters/schemas.ts';
import { type ReportParts, report } from '../../src/core/report.ts';
import { fencedBlocks } from './fenced.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const NAMES = ['result', 'retraction', 'policy', 'report'] as const;
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The text of a published schema. */
export const schemaText = (name: SchemaName) => readFileSync(`${ROOT}schemas/${name}.v1.schema.json`, 'utf8');

/** The JSON of docs/result.md. */
export const DOCUMENTED: readonly JsonObject[] = fencedBlocks('result.md', 'json').map((text) =>
  JSON.parse(text),
);
export const [MINIMAL, UNMEASURED, FULL, RETRACTION] = DOCUMENTED as [
  JsonObject,
  JsonObject,
  JsonObject,
  JsonObject,
];
/** The YAML of docs/policy.md. */
export const POLICIES: readonly JsonObject[] = fencedBlocks('policy.md', 'yaml').map((text) => parse(text));

const OID = 'a'.repeat(40);
const PARTS: ReportParts = {
  incomplete: [{ code: 'shallow', message: 'The clone is shallow.', remedy: 'Fetch all of it.', path: null }],
  range: {
    mode: 'diff',
    base: OID,
    head: 'index',
    policy: 'defaults',
    how: 'merge base with refs/remotes/origin/main',
  },
  changes: [{ kind: 'renamed', path: 'results/b.json', from: 'results/a.json', before: OID, after: OID }],
  results: [
    {
      path: 'results/b.json',
      arm: null,
      series: 'eval',
      format: 'native',
      run: {
        suite: 'eval',
        date: '2026-09-28',
        routing: 'corpus',
        variant: null,
        run: 1,
        generated_at: null,
      },
      mode: 'real',
      metrics_version: 3,
      status: 'measured',
      reason: null,
      models: { planner: 'google:gemini-2.5-flash' },
      judge: { route: 'anthropic:claude-sonnet-4.5', ruled: 97, unreached: 3, served: [] },
      metrics: [
        {
          name: 'support',
          value: 0.97,
          claimed: 0.97,
          recomputed: 0.97,
          measured: 97,
          expected: 100,
          low: 0.94,
          high: 0.97,
          reason: null,
          places: 2,
        },
      ],
      splits: [
        { by: 'provenance', group: 'hand-written', metric: 'support', value: null, measured: 0, expected: 3 },
      ],
      losses: [],
    },
  ],
  thresholds: [
    {
      path: 'results/b.json',
      series: 'eval',
      arm: 'baseline',
      metric: 'support',
      min: 0.95,
      max: null,
      value: null,
      verdict: 'unmeasured',
      reason: 'no_cases',
      enforced: false,
      n: 198,
      few: false,
      interval: { low: 0.6245, high: 0.7521, level: 0.95, method: 'wilson' },
      within_noise: true,
    },
  ],
  comparisons: [
    {
      base: { path: 'results/a.json', arm: null, date: '2026-04-01' },
      head: { path: 'results/b.json', arm: null, date: '2026-09-28' },
      age_days: 180,
      newest: {
        path: 'results/c.json',
        arm: 'candidate',
        date: '2026-09-01',
        days_newer: 153,
        reasons: [],
        gaps: [{ name: 'support', base: 0.9, newest: 0.96 }],
      },
      comparable: false,
      reasons: [{ key: 'metrics_version', base: 3, head: 4 }],
      changed: [],
      attribution: { same: 3, changed: 1, unknown: 0 },
      metrics: [
        {
          name: 'support',
          base: 0.9,
          head: 0.97,
          difference: null,
          interval: null,
          test: null,
          p: null,
          cases: 10,
          untied: 2,
          p_adjusted: null,
          b: null,
          c: null,
          mde: null,
          lost: 0,
          low: null,
          high: null,
          direction: 'higher',
          verdict: 'incomparable',
          reason: 'metrics_version differs or is not known',
          newly_failing: null,
          newly_passing: ['q1'],
          against: null,
          pairs: { arm: 'with-docs', won: 6, lost: 2, ties: 1, flips: 1, unmeasured: 0 },
          decides: true,
        },
      ],
      allowed: [],
      splits: [],
      newly_failing: [],
      newly_passing: ['q1'],
      trend: null,
      seed: null,
    },
  ],
  findings: [
    {
      rule: 'ledger/modified',
      severity: 'error',
      path: 'results/a.json',
      pointer: '/aggregate/x',
      line: 12,
      column: 5,
      message: 'Changed.',
      remedy: 'Restore it.',
      data: { before: OID },
    },
  ],
};

/** A report as the program makes it. */
export const REPORT: JsonObject = JSON.parse(JSON.stringify(report(PARTS)));

/** Valid documents of every kind. */
export const VALID: readonly (readonly [SchemaName, JsonObject])[] = [
  ['result', MINIMAL],
  ['result', UNMEASURED],
  ['result', FULL],
  ['retraction', RETRACTION],
  ...POLICIES.map((policy) => ['policy', policy] as const),
  ['policy', { version: 1 }],
  ['report', REPORT],
];

/** The document with the value at a path replaced; undefined takes the key away. */
export function edited(
  document: JsonObject,
  path: readonly (string | number)[],
  value: Json | undefined,
): JsonObject {
  const copy = structuredClone(document);
  const last = path.at(-1)!;
  const parent = path.slice(0, -1).reduce<Json>((at, key) => (at as JsonObject)[key]!, copy) as JsonObject;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

/** The paths of all values in a document, those of objects and lists included. */
export function paths(
  value: Json,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return keys.flatMap((key) => [[...path, key], ...paths((value as JsonObject)[key]!, [...path, key])]);
}
