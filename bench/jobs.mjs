// The jobs that evalguard is timed on, each beside what it is held against.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditJobs } from './audit.mjs';
import { ledger } from './ledgers.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const evalguard = join(root, 'dist/cli.cjs');
const schema = join(root, 'schemas/result.v1.schema.json');
const ajv = join(root, 'tools/bench/node_modules/.bin/ajv');
const node = process.execPath;

const nothing = { command: [node, '-e', '0'] };
const check = (cwd, ...args) => ({ command: [node, evalguard, 'check', ...args], cwd, exits: [0, 1] });
const range = (cwd) => check(cwd, '--base', 'main', '--head', 'change');

/** What teams write by hand: list the changed results, then validate them with ajv-cli. */
const ajvStep = (cwd) => shell(cwd, `git diff --name-only --diff-filter=A main...change -- results`);
const ajvAll = (cwd) => shell(cwd, 'git ls-files results');

function shell(cwd, list) {
  const formats = join(root, 'tools/bench/node_modules/ajv-formats/dist/index.js');
  const options = `--spec=draft2020 --strict=false -c ${formats} -s ${schema}`;
  const script = join(cwd, '..', `ajv-step-${list.length}-${cwd.split('-').at(-1)}.sh`);
  // ajv-cli takes each file as `-d`; the list can be longer than one argument may be, so it goes through an array.
  writeFileSync(
    script,
    `mapfile -t files < <(${list} | grep '[.]json$')\nargs=()\nfor f in "\${files[@]}"; do args+=(-d "$f"); done\nexec ${ajv} validate ${options} "\${args[@]}"\n`,
  );
  return { command: ['bash', script], cwd };
}

/** Every job: its id, what is timed, what it is held against, the budget for the ratio, and how many pairs are run. */
export function jobs(quick) {
  const of = (records, options) => ledger({ records, ...options });
  const small = of(10_000, {});
  const list = [
    { id: 'version', a: { command: [node, evalguard, '--version'] }, b: nothing, budget: 1.4, runs: 21 },
    { id: 'pull_request', a: range(small), b: nothing, budget: 2.5, runs: 21 },
    { id: 'pull_request_beside_ajv', a: range(small), b: ajvStep(small), budget: 0.3, runs: 11 },
  ];
  if (quick) return list;
  const thousand = of(1_000, {});
  const hundredThousand = of(100_000, {});
  const many = of(10_000, { added: 1_000, modified: 0 });
  return [
    ...list,
    { id: 'ledger_100000_beside_1000', a: range(hundredThousand), b: range(thousand), budget: 1.2, runs: 15 },
    { id: 'thousand_added_beside_ajv', a: range(many), b: ajvStep(many), budget: 0.5, runs: 7 },
    {
      id: 'all_10000_beside_ajv',
      a: check(small, '--all'),
      b: ajvAll(small),
      budget: 0.7,
      runs: 5,
      peak: true,
    },
    ...auditJobs(),
  ];
}
