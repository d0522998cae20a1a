import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { filesOfRun, SKILL_POLICY, type SkillRun, skillRuns } from '../../support/skill-runs.ts';

const RUNS = 100;
const folder = (at: number) => `results/run-${String(at).padStart(3, '0')}`;

let repository: TestRepository;
beforeAll(() => {
  repository = TestRepository.create();
  repository.commit('Policy', { 'evalguard.yaml': SKILL_POLICY });
  repository.git('switch', '--quiet', '--create', 'topic');
});

afterAll(() => repository.dispose());

/** A way in which a run goes wrong, and what is found of it. */
type Wrong = readonly [how: string, found: string, spoil: (run: SkillRun) => Record<string, string | null>];

/** Spoils the run itself, before its files are written. */
const inRun =
  (change: (run: SkillRun) => void) =>
  (run: SkillRun): Record<string, string | null> => {
    change(run);
    return {};
  };

const WRONG: readonly Wrong[] = [
  [
    'its mean is better than its evaluations',
    'error evidence/mismatch benchmark.json pass_rate',
    inRun(({ benchmark }) => {
      benchmark.run_summary.pass_rate.mean = Number((benchmark.run_summary.pass_rate.mean - 0.05).toFixed(2));
    }),
  ],
  [
    'an expectation was flipped after the mean was taken',
    'error evidence/mismatch benchmark.json pass_rate',
    inRun(({ evals }) => {
      const [first] = evals[0]!.grading.expectations;
      first!.passed = !first!.passed;
    }),
  ],
  [
    'the grading of an evaluation is missing',
    'error evidence/mismatch benchmark.json evals',
    ({ evals }) => ({ [`eval-${evals.length}/grading.json`]: null }),
  ],
  [
    "an evaluation's own summary is not what its list comes to",
    'error evidence/mismatch benchmark.json pass_rate_as_summed_up',
    inRun(({ evals }) => {
      evals[1]!.grading.summary.pass_rate /= 2;
    }),
  ],
  [
    'the writing of a file broke off',
    'error file/unparsable eval-1/grading.json ',
    ({ evals }) => ({ 'eval-1/grading.json': JSON.stringify(evals[0]!.grading).slice(0, 90) }),
  ],
  [
    'a verdict stands twice',
    'error file/duplicate-key eval-2/grading.json ',
    ({ evals }) => ({
      'eval-2/grading.json': JSON.stringify(evals[1]!.grading).replace(
        /"passed":(true|false)/,
        (pair) => `"passed":${!pair.includes('true')},${pair}`,
      ),
    }),
  ],
  [
    'it is the run before under another name',
    'warning result/duplicate-evidence benchmark.json ',
    () => ({}),
  ],
];

it('of a hundred runs that are folders, finds the seven that are wrong and no other', async () => {
  const runs = skillRuns(RUNS, 20_261_201);
  const spoilt = new Map(WRONG.map((wrong, at) => [7 + 13 * at, wrong]));
  const files: Record<string, string> = {};
  for (const [at, run] of runs.entries()) {
    const wrong = spoilt.get(at);
    const again = wrong?.[1].includes('duplicate-evidence') ? runs[at - 1]! : run;
    const others = wrong?.[2](again) ?? {};
    Object.assign(files, filesOfRun(folder(at), again));
    for (const [name, text] of Object.entries(others)) {
      if (text === null) delete files[`${folder(at)}/${name}`];
      else files[`${folder(at)}/${name}`] = text;
    }
  }
  repository.commit('A hundred runs', files);
  const { code, report } = await runCheck(repository.dir, ['--base', 'main']);
  expect(code).toBe(1);
  const found = report.findings.map(({ severity, rule, path, data }) => ({
    run: Number(/run-(\d+)/.exec(path ?? '')?.[1]),
    text: `${severity} ${rule} ${path?.replace(/^results\/run-\d+\//, '')} ${data['name'] ?? ''}`,
  }));
  expect([...new Set(found.map(({ run }) => run))].sort((a, b) => a - b)).toEqual([...spoilt.keys()]);
  for (const [at, [how, expected]] of spoilt) {
    expect(
      found.filter(({ run }) => run === at).map(({ text }) => text),
      how,
    ).toContain(expected);
  }
  expect(report.results.length).toBe(RUNS - 1);
});
