// How often a comparison cries wolf, and how often it finds what it says it would find: by simulation, with a fixed seed.
import { load } from '../scripts/bundle.mjs';

const ALPHA = 0.05;

const SOURCE = `
  export { pairUp } from './src/measures/comparison/paired.ts';
  export { LEAST_UNTIED } from './src/measures/comparison/verdict.ts';
  export { detectableMean, detectableRate } from './src/measures/detectable-effect.ts';
  export { random } from './src/measures/random.ts';
`;

/** Rows of what was simulated: what, over how many runs, and the share in which a difference was found. */
export async function calibration(runs) {
  const { pairUp, LEAST_UNTIED, detectableMean, detectableRate, random } = await load(SOURCE);
  const { next } = random(20260928);
  const uniform = () => (next() + 0.5) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const values = (list, binary) => ({
    values: new Map(list.map((value, index) => [`c${index}`, value])),
    samples: new Map(list.map((_, index) => [`c${index}`, { measured: 1, expected: 1, settled: false }])),
    ends: () => [0, 1],
    undecided: new Set(),
    binary,
    scale: { low: 0, high: 1 },
  });
  const found = ({ untied, p }) => untied >= LEAST_UNTIED && p <= ALPHA;
  const share = (simulate) => {
    let hits = 0;
    for (let run = 0; run < runs; run += 1) if (simulate()) hits += 1;
    return hits / runs;
  };
  const passRate = (chance, samples) => {
    let passes = 0;
    for (let sample = 0; sample < samples; sample += 1) if (uniform() < chance) passes += 1;
    return passes / samples;
  };
  const rows = [];
  for (const cases of [20, 50, 200]) {
    for (const samples of [1, 5]) {
      for (const [name, chance] of [
        ['any chances', () => uniform()],
        ['heavy ties', () => (uniform() < 0.8 ? 0.99 : 0.5)],
      ]) {
        const alarms = share(() => {
          const chances = Array.from({ length: cases }, chance);
          const draw = () =>
            values(
              chances.map((each) => passRate(each, samples)),
              samples === 1,
            );
          return found(pairUp(draw(), draw()));
        });
        rows.push({
          what: `no difference, ${cases} cases x ${samples}, ${name}`,
          share: alarms,
          atMost: ALPHA,
        });
      }
    }
  }
  for (const cases of [50, 200]) {
    const discordant = 0.4;
    const effect = detectableRate(cases, discordant).value;
    const power = share(() => {
      const turned = Array.from({ length: cases }, () => {
        const at = uniform();
        return at < (discordant + effect) / 2 ? [0, 1] : at < discordant ? [1, 0] : [1, 1];
      });
      const [base, head] = [0, 1].map((side) =>
        values(
          turned.map((pair) => pair[side]),
          true,
        ),
      );
      const pair = pairUp(base, head);
      return found(pair) && pair.difference > 0;
    });
    rows.push({
      what: `pass rate better by the detectable ${effect.toFixed(3)}, ${cases} cases`,
      share: power,
      atLeast: 0.78,
    });
    const graded = share(() => {
      const noise = Array.from({ length: cases }, () => 0.2 * normal());
      const shift = detectableMean(noise).value;
      const pair = pairUp(
        values(
          noise.map(() => 0),
          false,
        ),
        values(
          noise.map((each) => each + shift),
          false,
        ),
      );
      return found(pair) && pair.difference > 0;
    });
    rows.push({ what: `mean better by the detectable effect, ${cases} cases`, share: graded, atLeast: 0.78 });
  }
  for (const [what, cases, samples, chance] of [
    ['any chances', 10, 3, () => uniform()],
    ['heavy ties', 50, 5, () => (uniform() < 0.8 ? 0.99 : 0.5)],
    ['near an end', 20, 2, () => (uniform() < 0.8 ? 0.99 : 0.3)],
  ]) {
    const [low, high] = [0, 0];
    const missed = { low, high };
    for (let run = 0; run < runs; run += 1) {
      const chances = Array.from({ length: cases }, chance);
      const draw = () =>
        values(
          chances.map((each) => passRate(each, samples)),
          false,
        );
      const { interval } = pairUp(draw(), draw());
      if (interval !== null && interval[0] > 0) missed.low += 1;
      if (interval !== null && interval[1] < 0) missed.high += 1;
    }
    for (const [side, count] of Object.entries(missed))
      rows.push({
        what: `interval of no difference, ${cases} x ${samples}, ${what}, ${side}`,
        share: count / runs,
        atMost: ALPHA / 2,
      });
  }
  return rows;
}
