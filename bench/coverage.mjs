// How often the 95 % interval of a metric holds what it is meant to: by simulation, with a fixed seed.
import { bundled } from './bundled.mjs';

const SOURCE = `
  export { native } from './src/formats/native.ts';
  export { judgedMetrics } from './src/measures/evidence/metrics.ts';
  export { random } from './src/measures/random.ts';
`;
const rate = { aggregate: 'rate', score: 'passed' };

/** What is simulated: cases, samples of each, how a case comes by its chance, the metric and its true value. */
const SIMULATIONS = [
  { what: 'one sample a case', cases: 198, samples: 1, chance: () => 0.7, metric: rate, truth: 0.7 },
  { what: 'few cases that mostly pass', cases: 10, samples: 1, chance: () => 0.9, metric: rate, truth: 0.9 },
  { what: 'repeats, any chances', cases: 30, samples: 5, chance: (draw) => draw(), metric: rate, truth: 0.5 },
  {
    what: 'repeats, heavy ties',
    cases: 100,
    samples: 5,
    chance: (draw) => (draw() < 0.8 ? 0.99 : 0.5),
    metric: rate,
    truth: 0.8 * 0.99 + 0.2 * 0.5,
  },
  {
    what: 'pass^2, any chances',
    cases: 50,
    samples: 5,
    chance: (draw) => draw(),
    metric: { aggregate: 'pass_hat_k', score: 'passed', k: 2 },
    truth: 1 / 3,
  },
];

/** Rows in the shape of bench/calibration.mjs: what was simulated, and the share of runs whose interval holds the truth. */
export async function coverage(runs) {
  const { native, judgedMetrics, random } = await bundled(SOURCE);
  const { next } = random(20260928);
  const draw = () => (next() + 0.5) / 2 ** 32;
  const intervalOf = ({ cases, samples, chance, metric }) => {
    const results = [];
    for (let at = 0; at < cases; at += 1) {
      const passes = chance(draw);
      for (let sample = 1; sample <= samples; sample += 1) {
        results.push({ id: `case-${at}`, sample, scores: { passed: draw() < passes } });
      }
    }
    const value = {
      ...{ schema: 'evalguard.result/v1', metrics_version: 1, method: { limits: {} }, models: {} },
      ...{ metrics: { metric }, results },
    };
    const file = { path: 'results/a.json', bytes: new Uint8Array(), document: { value } };
    return judgedMetrics(native.read(file)[0])[0].sampling.interval;
  };
  return SIMULATIONS.map((simulation) => {
    let held = 0;
    for (let run = 0; run < runs; run += 1) {
      const { low, high } = intervalOf(simulation);
      if (low <= simulation.truth && simulation.truth <= high) held += 1;
    }
    return { what: `interval, ${simulation.what}`, share: held / runs, atLeast: 0.95 };
  });
}
