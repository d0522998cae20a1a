/** A run of an agent-skill benchmark as a folder: a headline, and for each evaluation its grading and its timing. */
export interface SkillRun {
  readonly benchmark: Benchmark;
  readonly evals: readonly Evaluation[];
}

interface Benchmark {
  run_summary: {
    pass_rate: { mean: number; stddev: number };
    time_seconds: { mean: number; stddev: number };
    evals: number;
  };
}

interface Evaluation {
  grading: {
    expectations: { text: string; passed: boolean; evidence: string }[];
    summary: { pass_rate: number };
  };
  timing: { duration_ms: number };
}

/** What reads such a run: the headline is recomputed from the lists of expectations, and from each evaluation's summary. */
export const SKILL_POLICY = `version: 1
series:
  skill:
    files: "*/benchmark.json"
    folder: whole
    format:
      metrics: /benchmark.json/run_summary
      definitions:
        pass_rate: { mean: passed }
        evals: { count: passed }
        pass_rate_as_summed_up: { mean: summed_up, at: /benchmark.json/run_summary/pass_rate/mean }
      rows:
        at: /eval-*/grading.json
        checks: { at: /expectations, pass: /passed, item: /text }
        scores: { summed_up: /summary/pass_rate }
`;

/** Runs that are right, the same ones for the same seed. */
export function skillRuns(count: number, seed: number): SkillRun[] {
  const next = randomOf(seed);
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return Array.from({ length: count }, () => {
    const evals = Array.from({ length: between(3, 5) }, (): Evaluation => {
      const expectations = Array.from({ length: between(4, 9) }, (_, at) => ({
        text: `expectation ${at + 1}`,
        passed: next() < 0.8,
        evidence: `line ${between(1, 999_999)} of the transcript`,
      }));
      return {
        grading: { expectations, summary: { pass_rate: shareOf(expectations) } },
        timing: { duration_ms: between(40_000, 400_000) },
      };
    });
    const shares = evals.map(({ grading }) => shareOf(grading.expectations));
    const seconds = evals.map(({ timing }) => timing.duration_ms / 1000);
    return {
      benchmark: {
        run_summary: {
          pass_rate: { mean: rounded(meanOf(shares)), stddev: rounded(spreadOf(shares)) },
          time_seconds: { mean: rounded(meanOf(seconds)), stddev: rounded(spreadOf(seconds)) },
          evals: evals.length,
        },
      },
      evals,
    };
  });
}

/** The files of a run, in the folder. */
export function filesOfRun(folder: string, { benchmark, evals }: SkillRun): Record<string, string> {
  const text = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  return Object.fromEntries([
    [`${folder}/benchmark.json`, text(benchmark)],
    ...evals.flatMap(({ grading, timing }, at) => [
      [`${folder}/eval-${at + 1}/grading.json`, text(grading)],
      [`${folder}/eval-${at + 1}/timing.json`, text(timing)],
    ]),
  ]);
}

function shareOf(expectations: readonly { readonly passed: boolean }[]): number {
  return expectations.filter(({ passed }) => passed).length / expectations.length;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
