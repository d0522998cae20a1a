// How often the 95 % interval of a metric holds what it is meant to: by simulation, with a fixed seed.
import { load } from '../scripts/bundle.mjs';

const SOURCE = `
  export { native } from './src/formats/native/native.ts';
  export { judgedMetrics } from './src/measures/evidence/metrics.ts';
  export { random } from './src/measures/random.ts';
`;
const mean = { aggregate: 'mean', score: 'passed' };
const rate = { aggregate: 'rate', score: 'passed' };

/** What is simulated: cases, samples of each, how a case comes by its chance, the metric and its true value. */
const SIMULATIONS = [
  { what: 'one sample a case', cases: 198, samples: 1, chance: () => 0.7, metric: rate, truth: 0.7 },
  // Ten passes and fails are coarse: seven of ten come out in 7 % of runs, and Wilson's interval then ends at 0.892.
  {
    what: 'few cases that mostly pass',
    cases: 10,
    samples: 1,
    chance: () => 0.9,
    metric: rate,
    truth: 0.9,
    above: 0.07,
  },
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
    what: 'near an end, 20 x 2',
    cases: 20,
    samples: 2,
    chance: (draw) => (draw() < 0.8 ? 0.99 : 0.3),
    metric: rate,
    truth: 0.8 * 0.99 + 0.2 * 0.3,
  },
  {
    what: 'near an end, 100 x 5',
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
  // On no known scale a long tail that few cases show is missed: the interval is short on its side, and reports say so.
  {
    what: 'lognormal, 10 cases (short)',
    cases: 10,
    value: (normal) => Math.exp(normal()),
    truth: Math.exp(0.5),
    above: 0.12,
  },
  {
    what: 'lognormal, 30 cases (short)',
    cases: 30,
    value: (normal) => Math.exp(normal()),
    truth: Math.exp(0.5),
    above: 0.08,
  },
  { what: 'normal, 10 cases', cases: 10, value: (normal) => normal(), truth: 0 },
];

/** Rows in the shape of bench/calibration.mjs: what was simulated, and the share of runs whose interval holds the truth. */
export async function coverage(runs) {
  const { native, judgedMetrics, random } = await load(SOURCE);
  const { next } = random(20260928);
  const draw = () => (next() + 0.5) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());
  const intervalOf = ({ cases, samples = 1, chance, value, metric = mean }) => {
    const results = [];
    for (let at = 0; at < cases; at += 1) {
      const passes = chance?.(draw);
      for (let sample = 1; sample <= samples; sample += 1) {
        results.push({ id: `case-${at}`, sample, scores: { passed: value?.(normal) ?? draw() < passes } });
      }
    }
    const content = {
      ...{ schema: 'evalguard.result/v1', metrics_version: 1, method: { limits: {} }, models: {} },
      ...{ metrics: { metric }, results },
    };
    const file = { path: 'results/a.json', bytes: new Uint8Array(), document: { value: content } };
    return judgedMetrics(native.read(file)[0])[0].sampling.interval;
  };
  return SIMULATIONS.flatMap((simulation) => {
    let [below, above] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      const { low, high } = intervalOf(simulation);
      if (simulation.truth < low) below += 1;
      if (simulation.truth > high) above += 1;
    }
    const what = `interval, ${simulation.what}`;
    return [
      { what: `${what}, truth below`, share: below / runs, atMost: 0.025 },
      { what: `${what}, truth above`, share: above / runs, atMost: simulation.above ?? 0.025 },
    ];
  });
}
