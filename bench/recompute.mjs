// How long evalguard takes to recompute the metrics of a large result: inside one process, since a whole one is mostly start.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { load } from '../scripts/bundle.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
export const RECOMPUTE_BUDGET_MS = 100;
const CASES = 10_000;
const SAMPLES = 5;

const SOURCE = `
  export { native } from './src/formats/native/native.ts';
  export { recompute } from './src/measures/evidence/recompute.ts';
`;

const METRICS = {
  pass_rate: { aggregate: 'rate', score: 'passed' },
  avg_latency_s: { aggregate: 'mean', score: 'latency_s', direction: 'lower', unit: 's' },
  'pass^3': { aggregate: 'pass_hat_k', score: 'passed', k: 3 },
  long_pass_rate: { aggregate: 'rate', score: 'passed', where: { category: 'long' } },
};

/** A result of 10,000 cases with 5 samples each, as its file would hold it: the claims are what the rows come to. */
function result() {
  const results = [];
  let hundredths = 0;
  for (let at = 0; at < CASES; at += 1) {
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const passed = (at * 7 + sample * 3) % 5 !== 0;
      const latency = (at * 31 + sample * 17) % 900;
      hundredths += latency;
      const category = at % 3 === 0 ? 'short' : 'long';
      results.push({ id: `case-${at}`, sample, category, scores: { passed, latency_s: latency / 100 } });
    }
  }
  const avg_latency_s = hundredths / 100 / results.length;
  const aggregate = { pass_rate: 0.8, avg_latency_s, 'pass^3': 0.4, long_pass_rate: 0.8 };
  return {
    ...{ schema: 'evalguard.result/v1', metrics_version: 1, method: { limits: {} }, models: {} },
    ...{ metrics: METRICS, aggregate, results },
  };
}

/** Milliseconds of each of so many recomputations of four metrics over 50,000 rows, each of a reading that is new to it. */
export async function recomputations(runs) {
  const { native, recompute } = await load(SOURCE);
  const value = result();
  const read = () => native.read({ path: 'results/a.json', bytes: new Uint8Array(), document: { value } })[0];
  recompute(read());
  return Array.from({ length: runs }, () => {
    const reading = read();
    // What reading left behind is collected before the clock runs.
    collect();
    const start = performance.now();
    const evidence = recompute(reading);
    const elapsed = performance.now() - start;
    const wrong = evidence.filter(({ basis }) => basis.kind !== 'rows' || basis.deciding !== null);
    if (wrong.length > 0) throw new Error(`${wrong.map(({ name }) => name)} did not come to what is claimed`);
    return elapsed;
  });
}
