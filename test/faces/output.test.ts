import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printable } from '../../src/core/text.ts';
import { runAction } from '../../src/faces/action.ts';
import { run } from '../../src/faces/cli.ts';
import { type Ran, runCli } from '../support/cli.ts';
import { readJUnit } from '../support/junit.ts';
import { plainEnvironment, TestRepository } from '../support/repository.ts';
import { nativeResult } from '../support/result.ts';
import { readSarif } from '../support/sarif.ts';

/** What a terminal, GitHub's runner, Azure or TeamCity would obey, at the start of lines and within them. */
const HOSTILE =
  'h\n::add-mask::a\n  ::error::b\r##[error]c\n##vso[task.x]d ##teamcity[e]\x1b[31mred\x1b]0;t\x07\x9b1m\u202etxt\u2066\u2028\x7f';
/** The same where a git reference or a YAML key has to hold it. */
const BRANCH = '##teamcity-\u202e-\u2066x';
const OBEYED =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|##\w*\[|^\s*::add-mask|^\s*::error::b/mu;

let repository: TestRepository;
let record: string;

beforeAll(() => {
  repository = TestRepository.create();
  record = `results/eval-2026-01-01-${HOSTILE}-run1.json`;
  repository.commit('Records', {
    [record]: hostileResult([true, true]),
    'results/plain.json': hostileResult([true]),
    'evalguard.yaml': policy(),
    [`docs/${HOSTILE}.md`]: page(),
  });
  repository.publish();
  repository.git('switch', '--quiet', '--create', 'change');
  repository.commit('Changes', {
    [record]: hostileResult([false, true]),
    [`results/${HOSTILE}.json`]: hostileResult([false]),
    ...VALID,
    [`results/broken-${HOSTILE}.json`]: `{"${'a'.repeat(5)}": ${HOSTILE}`,
    'results/twice.json': JSON.stringify({ schema: 'evalguard.result/v1', [HOSTILE]: 1 }).replace(
      '}',
      `,${JSON.stringify(HOSTILE)}:2}`,
    ),
    'promptfoo.json': PROMPTFOO,
    'results/NaN.json': `{"schema": "evalguard.result/v1", ${JSON.stringify(HOSTILE)}: NaN}`,
    [`docs/${HOSTILE}.md`]: `${page()}\nMore.\n`,
  });
});
afterAll(() => repository.dispose());

function hostileResult(scores: readonly boolean[]): string {
  return nativeResult(scores, {
    suite: HOSTILE,
    routing: HOSTILE,
    variant: HOSTILE,
    date: HOSTILE,
    mode: HOSTILE,
    dataset: { name: HOSTILE, version: HOSTILE },
    models: { [HOSTILE]: `acme:${HOSTILE}` },
    judge: { route: `acme:${HOSTILE}`, answered: HOSTILE },
    metrics: { [HOSTILE]: { from: HOSTILE, direction: HOSTILE } },
    aggregate: { [HOSTILE]: 0.5, passed: null },
    unmeasured: { passed: HOSTILE },
    thresholds: { [HOSTILE]: { min: 1, passed: true } },
    results: scores.map((passed, at) => ({
      id: `${HOSTILE}${at}`,
      scores: { passed, [HOSTILE]: 1 },
      unmeasured: { [HOSTILE]: HOSTILE },
      reason: HOSTILE,
      error: HOSTILE,
    })),
    source: { losses: [HOSTILE], tool: HOSTILE },
  });
}

/** Records that are valid, so that their texts come as far as metrics, comparisons and notes. */
const VALID = {
  'results/eval-2026-01-02-a-run1.json': validResult(1),
  'results/eval-2026-01-03-a-run2.json': validResult(0),
};

function validResult(value: number): string {
  const results = Array.from({ length: 6 }, (_, at) => ({
    id: `${HOSTILE}${at}`,
    scores: { passed: at < 3 || value === 1, ...(at === 0 ? { extra: null } : { extra: 1 }) },
    ...(at === 0 ? { unmeasured: { extra: `target_error: ${HOSTILE}` } } : {}),
  }));
  const text = {
    suite: 'eval',
    date: '2026-01-02',
    routing: 'a',
    dataset: { name: HOSTILE, version: HOSTILE },
  };
  return nativeResult([], { ...text, results, extra: { [HOSTILE]: HOSTILE } });
}

const PROMPTFOO = JSON.stringify({
  evalId: HOSTILE,
  results: {
    version: 3,
    timestamp: '2026-01-02T00:00:00.000Z',
    prompts: [
      { provider: HOSTILE, label: HOSTILE, raw: HOSTILE, metrics: { namedScores: { [HOSTILE]: 1 } } },
    ],
    results: [
      {
        success: false,
        score: 0,
        error: HOSTILE,
        provider: { id: HOSTILE },
        vars: { [HOSTILE]: HOSTILE },
        namedScores: { [HOSTILE]: 1 },
        promptIdx: 0,
        testIdx: 0,
        failureReason: 2,
      },
    ],
    stats: { successes: 0, failures: 0, errors: 1 },
  },
  config: { description: HOSTILE },
});

const quoted = JSON.stringify(HOSTILE);

function policy(): string {
  return `version: 1
citations: ["docs/**"]
series:
  own:
    files: "**"
    thresholds:
      ${quoted}: { min: 0.5, enforce: true }
      passed: { min: 0.9, enforce: true }
`;
}

function page(): string {
  return `# Page\n\n<!-- evalguard: results/plain.json ${HOSTILE.replace(/[\n\r]/g, '')} -->1<!-- /evalguard -->\n\n[1](results/plain.json#evalguard:${encodeURIComponent(HOSTILE)})\n<!-- evalguard: ::add-mask::x\n::add-mask::y -->2<!-- /evalguard -->\n`;
}

function expectHarmless({ stdout, stderr }: Ran): void {
  for (const text of [stdout, stderr]) expect(OBEYED.exec(text)?.[0] ?? null).toBeNull();
}

const RECORDING = ['record', '--dry-run', '--allow-secrets'];

const COMMANDS: readonly (readonly string[])[] = [
  ['check'],
  ['check', '--format', 'markdown'],
  ['check', '--format', 'json'],
  ['check', '--format', 'sarif'],
  ['check', '--format', 'junit'],
  ['check', '--format', 'github'],
  ['check', '--all', '--compare', '--each-commit'],
  ['check', '--all', '--format', 'markdown'],
  ['check', '--each-commit'],
  ['check', '--staged'],
  ['check', '--base', HOSTILE],
  ['check', '--base', `refs/heads/${BRANCH}`],
  ['check', '--head', HOSTILE],
  ['check', '--config', HOSTILE],
  ['check', '--policy-file', HOSTILE],
  ['check', '--format', HOSTILE],
  ['check', '--output', HOSTILE],
  ['check', '--output', `json=${HOSTILE}/x`],
  ['check', '-C', HOSTILE],
  ['check', `--${HOSTILE}`],
  ['check', HOSTILE],
  [HOSTILE],
  [`--${HOSTILE}`],
  ['audit'],
  ['audit', '--format', 'markdown'],
  ['audit', '--format', 'json'],
  ['audit', '--format', 'sarif'],
  ['audit', '--format', 'junit'],
  ['audit', '--since', HOSTILE],
  ['audit', '--restore', HOSTILE],
  ['show', 'results/plain.json'],
  ['show', `results/${HOSTILE}.json`],
  ['show', HOSTILE],
  ['show', `main:${HOSTILE}`],
  ['show', `${HOSTILE}:x`],
  ['show', 'results/plain.json', '--format', 'markdown'],
  ['show', 'results/plain.json', '--format', 'json'],
  ['compare', 'results/plain.json', `results/${HOSTILE}.json`],
  ['compare', 'results/plain.json', `results/${HOSTILE}.json`, '--format', 'markdown'],
  ['compare', 'results/plain.json', 'results/plain.json', '--format', 'json'],
  ['compare', 'results/plain.json', '--arms', HOSTILE],
  ['compare', 'results/plain.json', HOSTILE, '--allow', HOSTILE],
  ['compare', 'results/plain.json', HOSTILE, '--margin', HOSTILE],
  ['cite', 'list'],
  ['cite', 'check'],
  ['cite', 'refresh', '--dry-run'],
  ['cite', 'suggest'],
  ['cite', 'suggest', '--format', 'json'],
  ['cite', 'list', '--format', 'json'],
  ['cite', 'check', HOSTILE],
  ['cite', 'add', HOSTILE],
  ['cite', 'add', `docs/${HOSTILE}.md:1`, '--metric', HOSTILE, '--record', HOSTILE],
  [...RECORDING, 'results/plain.json'],
  [...RECORDING, `results/broken-${HOSTILE}.json`],
  [...RECORDING, HOSTILE],
  [...RECORDING, 'results/plain.json', '--json'],
  [...RECORDING, 'results/plain.json', '--from', HOSTILE],
  [...RECORDING, 'results/plain.json', '--suite', HOSTILE],
  [...RECORDING, 'results/plain.json', '--date', HOSTILE],
  [...RECORDING, 'results/plain.json', '--metrics-version', HOSTILE],
  [...RECORDING, 'results/plain.json', '--model', HOSTILE],
  [...RECORDING, 'results/plain.json', '--model', `agent=acme:${HOSTILE}`],
  [...RECORDING, '--unmeasured', HOSTILE],
  [...RECORDING, '--unmeasured', `target_quota: ${HOSTILE}`],
  [...RECORDING, '--unmeasured', 'target_quota', '--ledger', HOSTILE],
  [...RECORDING, 'promptfoo.json'],
  ['show', 'promptfoo.json'],
  ['show', 'promptfoo.json', '--format', 'markdown'],
  ['show', 'results/eval-2026-01-02-a-run1.json'],
  ['show', 'results/eval-2026-01-02-a-run1.json', '--format', 'json'],
  ['compare', 'results/eval-2026-01-02-a-run1.json', 'results/eval-2026-01-03-a-run2.json'],
  [
    'compare',
    'results/eval-2026-01-02-a-run1.json',
    'results/eval-2026-01-03-a-run2.json',
    '--format',
    'markdown',
  ],
  ['compare', 'results/eval-2026-01-02-a-run1.json', '--self'],
  ['compare', 'results/eval-2026-01-03-a-run2.json'],
  ['retract', HOSTILE, '--reason', HOSTILE],
  ['retract', 'results/plain.json', '--reason', HOSTILE, '--dry-run'],
  ['retract', 'results/plain.json', '--reason', 'x', '--dry-run', '--superseded-by', HOSTILE],
  ['explain', HOSTILE],
  ['init', '--dry-run'],
  ['init', '--dry-run', '--force'],
  ['init', '--config', HOSTILE],
  ['init', '--codeowners', HOSTILE],
  ['init', '--hook', HOSTILE],
];

describe('nothing that leaves the program is obeyed by a terminal or a CI (C5)', () => {
  it.each(COMMANDS.map((args) => ({ args })))('evalguard $args', async ({ args }) => {
    const ran = await runCli(repository.dir, args, { GITHUB_ACTIONS: 'true' });
    expectHarmless(ran);
    expect(ran.stdout + ran.stderr).not.toBe('');
    if (args.includes('json') && ran.stdout !== '') JSON.parse(ran.stdout);
    if (args.includes('sarif')) readSarif(ran.stdout);
    if (args.includes('junit')) readJUnit(ran.stdout);
  });

  it('on a terminal with colours only evalguard colours', async () => {
    let printed = '';
    const stream = { isTTY: true, write: (text: string) => (printed += text) };
    const env = { ...plainEnvironment(), TERM: 'xterm' };
    const args = ['check', '--all'];
    await run({ args, cwd: repository.dir, env, stdout: stream, stderr: stream });
    expect(printed).toContain('\x1b[31m');
    expect(OBEYED.exec(printed.replace(/\x1b\[(?:3[1236]|[012])m/g, ''))).toBeNull();
  });

  it.each([
    ['evalguard.yaml', `version: 1\nseries: { ${quoted}: 1 }\n${quoted}: 2\n`],
    ['evalguard.yaml', `version: 1\nledger: [${HOSTILE}\n`],
    ['evalguard.yaml', `version: "${HOSTILE.replace(/\n/g, ' ')}"\n`],
    ['evalguard.yaml', `version: 1\nversion: 1\n${quoted}: ${quoted}\nledger: ${quoted}\n`],
  ])('a policy that cannot be used, %s %#', async (file, text) => {
    const made = TestRepository.create();
    try {
      made.commit('Policy', { [file]: text });
      for (const args of [['check', '--all'], ['check'], ['audit'], ['cite', 'list']]) {
        expectHarmless(await runCli(made.dir, args));
      }
    } finally {
      made.dispose();
    }
  });

  it('a branch of a hostile name, and words of git itself', async () => {
    const made = TestRepository.create();
    try {
      made.commit('First', { 'results/a.json': nativeResult() });
      made.git('switch', '--quiet', '--create', BRANCH);
      made.git('update-ref', `refs/remotes/origin/${BRANCH}`, 'HEAD');
      made.write('.git/config', `[core]\n\trepositoryformatversion = 99 ${BRANCH}\n`);
      for (const args of [['check'], ['check', '--base', `origin/${BRANCH}`], ['audit']]) {
        const ran = await runCli(made.dir, args);
        expectHarmless(ran);
        expect(ran.code).not.toBe(0);
      }
    } finally {
      made.dispose();
    }
  });

  it('no line but the first of an error begins where evalguard’s own begin', async () => {
    const ran = await runCli(repository.dir, ['explain', 'x\nevalguard: PASS (exit 0)']);
    expect(ran.stderr).not.toMatch(/^evalguard: PASS/m);
    expect((await runCli(repository.dir, ['check', '--x\nevalguard: PASS'])).stderr).not.toMatch(
      /^evalguard: P/m,
    );
  });
});

describe('the action (C5)', () => {
  const sha = () => repository.git('rev-parse', 'HEAD');
  it.each([
    { base: 'main' },
    { base: HOSTILE },
    { base: 'main', head: HOSTILE },
    { base: 'main', config: HOSTILE },
    { base: 'main', 'working-directory': HOSTILE },
    { base: 'main', output: `json=${HOSTILE.replaceAll('\n', '')}/x` },
    { base: 'main', output: HOSTILE },
    { comment: HOSTILE },
    { 'comment-key': HOSTILE },
    { annotations: HOSTILE },
    { base: 'main', 'report-path': `${HOSTILE}/x` },
  ])('with the inputs %j', async (inputs: Readonly<Record<string, string>>) => {
    let log = '';
    const stream = { write: (text: string) => (log += text) };
    const summaries: string[] = [];
    const runner = {
      input: (name: string) => inputs[name] ?? '',
      output: () => {},
      summarySize: async () => 0,
      appendSummary: async (text: string) => void summaries.push(text),
      payload: async () => ({ ref: `refs/heads/${HOSTILE}`, after: sha(), before: HOSTILE }),
    };
    const env = {
      ...plainEnvironment(),
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_SHA: sha(),
    };
    await runAction({ env, cwd: repository.dir, stdout: stream, stderr: stream, runner });
    expect(log).not.toBe('');
    for (const text of [log, ...summaries]) expect(OBEYED.exec(text)?.[0] ?? null).toBeNull();
  });
});

describe('printable', () => {
  it.each([
    ['a\tb\nc ⚠️ é 模', 'a\tb\nc ⚠️ é 模'],
    ['a\r\n::error::x', 'a\\r\n\\x3a:error::x'],
    ['\u00a0\u3000::x', '\u00a0\u3000\\x3a:x'],
    ['x ##[group]y ##vso[z]', 'x #\\x23[group]y #\\x23vso[z]'],
    ['\x1b[31mred', '\\x1b[31mred'],
    ['\x9b31m\x85\x7f', '\\x9b31m\\x85\\x7f'],
    ['\u202e\u2067\u061c\u2029', '\\u202e\\u2067\\u061c\\u2029'],
    ['a::b ## [x] #[y]', 'a::b ## [x] #[y]'],
  ])('%j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('lets pass what the writer says is its own, and no more', () => {
    expect(printable('\x1b[31m::x\x1b[0m\x1b[2J', 'styles')).toBe('\x1b[31m\\x3a:x\x1b[0m\\x1b[2J');
    expect(printable('::error::x\r\x1b[1m', 'commands')).toBe('::error::x\\r\\x1b[1m');
  });
});
