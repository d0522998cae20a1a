import { words } from '../../../core/text.ts';
import {
  formatPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  resolvePointer,
} from '../../../document/document.ts';
import { asObject } from '../../field.ts';
import { isTelling, numbersIn } from './find-metrics.ts';
import { hasWord, isDifference, isSplit, isSurroundings } from './key-words.ts';

/** Places of one shape that each hold the numbers of one model or variant. */
export interface FoundArms {
  /** The object that holds them. */
  readonly holder: string;
  readonly names: readonly string[];
  /** What stands at each place, of every file. */
  readonly bases: readonly JsonValue[];
  readonly unsure: readonly string[];
}

/** What the members of an object are called that are arms. */
const ARM_WORDS = new Set(
  words(
    `model models arm arms variant variants system systems provider providers agent agents approach approaches strategy
     strategies method methods retriever retrievers configurations`,
  ),
);

/** The arms of these files: the members of one object, or the objects at the root; `null` where they are not of one shape. */
export function findArms(values: readonly JsonValue[]): FoundArms | null {
  const [first] = values;
  if (!isObject(first)) return null;
  const places = Object.keys(first).filter((key) => isObject(first[key]) && !isSurroundings(key));
  const named = places.filter((key) => hasWord(key, ARM_WORDS));
  const others = places.filter((key) => !named.includes(key) && !isSplit(key) && !isDifference(key));
  const holders = [
    ...named.map((key) => ({ holder: formatPointer([key]), isNamed: true })),
    { holder: '', isNamed: false },
    ...others.map((key) => ({ holder: formatPointer([key]), isNamed: false })),
  ];
  for (const { holder, isNamed } of holders) {
    const arms = armsAt(values, holder, isNamed);
    if (arms !== null) return arms;
  }
  return null;
}

function armsAt(values: readonly JsonValue[], holder: string, isNamed: boolean): FoundArms | null {
  const names = new Set<string>();
  const bases: JsonObject[] = [];
  for (const value of values) {
    const object = asObject(resolvePointer(value, holder));
    const members = Object.entries(object ?? {}).filter(([, member]) => holder !== '' || isObject(member));
    if (members.length < (isNamed ? 1 : 2)) return null;
    for (const [name, member] of members) {
      if (!isObject(member) || !isTelling(member, isNamed)) return null;
      names.add(name);
      bases.push(member);
    }
  }
  if (!areAlike(bases)) return null;
  return {
    holder,
    names: [...names],
    bases,
    unsure: isNamed
      ? []
      : [
          `${holder}/* are read as arms, such as models. Where they are cases, take \`rows: { at: ${JSON.stringify(holder)} }\` instead.`,
        ],
  };
}

/** Whether each has at least half of the numbers of the first. */
function areAlike([first, ...others]: readonly JsonObject[]): boolean {
  if (first === undefined) return false;
  const names = new Set(numbersIn(first, false).map(({ key }) => key));
  return others.every(
    (other) => numbersIn(other, false).filter(({ key }) => names.has(key)).length * 2 >= names.size,
  );
}
