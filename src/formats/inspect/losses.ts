import { counted } from '../../core/wording.ts';
import { asList, asObject, type JsonObject, member } from '../field.ts';
import { count, epochsOf, toolVersion } from './header.ts';
import { isShuffled, type Rows } from './rows.ts';

/** What a log says against itself, or leaves open: edits, retries, limits, and counts that its samples contradict. */
export function readLosses(root: JsonObject, rows: Rows | null): readonly string[] {
  const run = asObject(member(root, 'eval')) ?? {};
  const samples = (asList(member(root, 'samples')) ?? []).flatMap((each) => {
    const sample = asObject(each);
    return sample === null ? [] : [sample];
  });
  const of = (test: (sample: JsonObject) => boolean) => samples.filter(test).length;
  const updates = asList(member(root, 'log_updates'))?.length ?? 0;
  const invalid = of((sample) => (member(sample, 'invalidation') ?? null) !== null);
  const edited = of(wasEdited);
  const retried = of((sample) => (asList(member(sample, 'error_retries'))?.length ?? 0) > 0);
  const limited = of((sample) => (member(sample, 'limit') ?? null) !== null);
  const version = toolVersion(run);
  return [
    ...(rows === null ? ['rows: the log keeps no samples, so its numbers are claims'] : []),
    ...(rows !== null && isShuffled(root)
      ? [
          'cases: the dataset was shuffled, so that a number is no name of a sample; such are known by what they ask',
        ]
      : []),
    ...(version === null ? ['tool: the log states no version of inspect_ai'] : []),
    ...(member(root, 'invalidated') === true
      ? ['invalidated: the log says that it, or a sample of it, is not valid']
      : []),
    ...(invalid === 0
      ? []
      : [
          `invalidated: ${invalid} of ${counted(samples.length, 'sample', 'samples')} say that they are not valid`,
        ]),
    ...(updates === 0
      ? []
      : [`edits: the log was edited ${counted(updates, 'time', 'times')} after the run (log_updates)`]),
    ...(edited === 0
      ? []
      : [
          `edits: scores of ${edited} of ${counted(samples.length, 'sample', 'samples')} were edited (history)`,
        ]),
    ...(retried === 0
      ? []
      : [
          `retries: ${retried} of ${counted(samples.length, 'sample', 'samples')} were run again after an error`,
        ]),
    ...(limited === 0
      ? []
      : [`limits: ${limited} of ${counted(samples.length, 'sample', 'samples')} ended at a limit`]),
    ...completion(root, run, rows),
  ];
}

function wasEdited(sample: JsonObject): boolean {
  return Object.values(asObject(member(sample, 'scores')) ?? {}).some(
    (score) => (asList(member(asObject(score), 'history'))?.length ?? 0) > 0,
  );
}

/** `completed_samples` depends on the order of scorers, so the samples themselves are counted. */
function completion(root: JsonObject, run: JsonObject, rows: Rows | null): readonly string[] {
  const results = asObject(member(root, 'results'));
  const [total, stated] = ['total_samples', 'completed_samples'].map((key) => count(member(results, key)));
  if (rows === null || stated === undefined || stated === null) return [];
  const ended = rows.rows.filter(({ error }) => error === null).length;
  const whole = total ?? epochsOf(run) * (count(member(asObject(member(run, 'dataset')), 'samples')) ?? 0);
  return ended === stated
    ? []
    : [
        `completed: the log says ${stated} of ${counted(whole, 'sample', 'samples')}, and ${ended} of the ${rows.found} in it ended without an error`,
      ];
}
