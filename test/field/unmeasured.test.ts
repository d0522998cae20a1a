import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeInput } from '../../src/commands/record/input.ts';
import type { ResultReport } from '../../src/core/report.ts';
import type { FindingReport } from '../../src/core/rule.ts';
import { UNMEASURED } from '../../src/core/verdict.ts';
import { runCheck, runCli } from '../support/cli.ts';
import { describeField } from '../support/field.ts';
import { TestRepository } from '../support/repository.ts';

/** Larger files hold more of the same. */
const LARGEST = 3_000_000;

interface Element extends ResultReport {
  readonly record: { readonly [key: string]: unknown } | null;
}

interface Recorded {
  readonly file: string;
  readonly run: { readonly run: number };
  readonly findings: readonly FindingReport[];
}

type Rows = readonly { readonly scores?: Record<string, unknown> }[];

/** What stands in the cell beside a metric's name, in a rendering of several rows. */
function valueCells(text: string, separator: RegExp, name: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line
        .split(separator)
        .map((cell) => cell.trim())
        .filter(Boolean),
    )
    .filter((cells) => cells[0] === name)
    .map((cells) => cells[1] ?? '');
}

describeField('unmeasured stays unmeasured in every sample', (data) => {
  let scratch: string;
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'evalguard-unmeasured-'));
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  const samples =
    data === ''
      ? []
      : readdirSync(data, { recursive: true, encoding: 'utf8' })
          .filter((file) => !file.startsWith('git-histories') && /\.(?:json|jsonl|csv|xlsx)$/.test(file))
          .map((file) => join(data, file))
          .filter((file) => statSync(file).isFile() && statSync(file).size <= LARGEST)
          .sort();
  const seen: string[] = [];

  const elementsOf = async (file: string): Promise<readonly Element[]> => {
    const shown = await runCli(scratch, ['show', file, '--format', 'json']);
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    const value = JSON.parse(shown.stdout) as Element | readonly Element[];
    return Array.isArray(value) ? value : [value as Element];
  };

  it.each(samples.map((file) => [relative(data, file), file]))('%s', async (name, file) => {
    const readings = (await decodeInput({ name: file, bytes: readFileSync(file) }, null)).readings;
    if (readings.length === 0) return;
    seen.push(name);
    const elements = await elementsOf(file);
    const lost = readings.flatMap(({ claims }) => claims).filter(({ value }) => value === null);
    const values = elements.flatMap(({ metrics }) => metrics);
    for (const claim of lost) {
      // A value may come from the rows where the file states none; a 0 may not stand for it.
      const metric = values.find((each) => each.name === claim.name && each.claimed === null);
      expect(metric, claim.name).toBeDefined();
      if (metric?.recomputed === null)
        expect([metric.value, metric.low === 0 && metric.high === 0]).toEqual([null, false]);
    }
    for (const [format, separator] of [
      ['terminal', / {2,}/],
      ['markdown', /\s*\|\s*/],
    ] as const) {
      const { stdout } = await runCli(scratch, ['show', file, '--format', format]);
      for (const { name: metric, value } of values.filter((each) => each.value === null)) {
        const cells = valueCells(stdout, separator, format === 'markdown' ? `\`${metric}\`` : metric);
        expect(cells.length, `${metric} in ${format}`).toBeGreaterThan(0);
        if (values.filter((each) => each.name === metric).every((each) => each.value === null))
          expect([...new Set(cells)], `${metric} ${value}`).toEqual([UNMEASURED]);
      }
    }
    for (const [at, { record }] of elements.entries()) {
      if (record === null) continue;
      const aggregate = (record['aggregate'] ?? {}) as Record<string, unknown>;
      for (const { name: metric, value } of readings[at]!.claims) {
        // A run that measured nothing has no headline, whatever number its file holds.
        const kept = readings[at]!.status === 'unmeasured' ? null : value;
        if (Object.hasOwn(aggregate, metric)) expect([metric, aggregate[metric]]).toEqual([metric, kept]);
      }
      const scores = ((record['results'] ?? []) as Rows).map((row) => Object.entries(row.scores ?? {}));
      expect(scores).toEqual(readings[at]!.rows?.map((row) => [...row.scores]) ?? []);
    }
  });

  it('K094: what the samples do not measure, their records do not either, and recorded again they are the same', async () => {
    expect(seen.length).toBeGreaterThan(20);
    const record = (file: string, input = '') => runCli(scratch, ['record', file, '--json'], {}, input);
    for (const name of seen) {
      const first = await record(join(data, name));
      const said = JSON.parse(first.stdout) as Recorded;
      // A sample whose judge graded itself is refused for that alone; an excerpt has lost rows that its numbers stand on.
      if (first.code === 1) {
        const rules = said.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
        const right = name.includes('.excerpt.') ? /^(?:judge|evidence|unmeasured)\// : /^judge\//;
        expect([name, rules.filter((rule) => !right.test(rule))]).toEqual([name, []]);
        continue;
      }
      for (const each of Array.isArray(said) ? (said as Recorded[]) : [said]) {
        const shown = await runCli(scratch, ['show', each.file, '--format', 'json']);
        const again = JSON.parse((await record('-', shown.stdout)).stdout) as Recorded;
        const [a, b] = [each, again].map(({ file }) => JSON.parse(readFileSync(file, 'utf8')) as object);
        expect({ ...b, run: each.run.run, source: null }, name).toEqual({ ...a, source: null });
      }
    }
  });

  it('K094: and the check says the same of them, as data and as Markdown', async () => {
    const repository = TestRepository.create();
    for (const name of seen) repository.write(`results/${name}`, readFileSync(join(data, name)));
    repository.commit('samples', {
      'evalguard.yaml': 'version: 1\nseries:\n  any: { files: "**" }\n',
    });
    const { report } = await runCheck(repository.dir, ['--all']);
    for (const name of seen) {
      const shown = await elementsOf(join(data, name));
      const checked = report.results.filter(({ path }) => path === `results/${name}`);
      expect(checked.map(({ metrics }) => metrics)).toEqual(shown.map(({ metrics }) => metrics));
    }
    const { stdout } = await runCli(repository.dir, ['check', '--all', '--format', 'markdown']);
    const nulls = report.results.flatMap(({ metrics }) => metrics).filter(({ value }) => value === null);
    expect(stdout.split(UNMEASURED).length).toBeGreaterThan(Math.min(nulls.length, 10));
    repository.dispose();
  });
});
