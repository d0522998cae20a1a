import { asList, asObject, asText, type JsonObject, member } from '../field.ts';

/** What a log states of one scorer, under one reducer of epochs. */
export interface Entry {
  readonly path: readonly (string | number)[];
  readonly entry: JsonObject;
  readonly name: string;
  readonly scorer: string;
  /** `null` for the mean over epochs, which is what there is unless another one is named. */
  readonly reducer: string | null;
  readonly metrics: JsonObject;
  /** Set for the second of two entries that are called alike. */
  readonly suffix: string;
}

/** `results.scores` in the order of the log. */
export function readEntries(root: JsonObject): readonly Entry[] {
  const taken = new Map<string, number>();
  const items = asList(member(asObject(member(root, 'results')), 'scores')) ?? [];
  return items.flatMap((item, index) => {
    const entry = readEntry(root, item, index);
    if (entry === null) return [];
    const key = JSON.stringify([entry.name, entry.scorer, entry.reducer]);
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    // Nothing but their order tells two entries of one scorer apart.
    return [before === 0 ? entry : { ...entry, suffix: ` #${before + 1}` }];
  });
}

function readEntry(root: JsonObject, item: JsonObject[string], index: number): Entry | null {
  const entry = asObject(item);
  const metrics = asObject(member(entry, 'metrics'));
  const name = asText(member(entry, 'name'));
  if (entry === null || metrics === null || name === null) return null;
  const planned = asList(
    member(asObject(member(asObject(member(root, 'eval')), 'config')), 'epochs_reducer'),
  );
  const only = planned?.length === 1 ? asText(planned[0]) : null;
  const reducer = asText(member(entry, 'reducer')) ?? only;
  return {
    path: ['results', 'scores', index, 'metrics'],
    entry,
    name,
    scorer: asText(member(entry, 'scorer')) ?? name,
    reducer: reducer === 'mean' ? null : reducer,
    metrics,
    suffix: '',
  };
}
