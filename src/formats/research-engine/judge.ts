import type { Judge, Reading } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import {
  asBoolean,
  asList,
  asNumber,
  asObject,
  asText,
  type JsonObject,
  member,
  textMembers,
} from '../field.ts';

/** The judge of one arm, and what the file leaves open about it. */
export type JudgeRead = Pick<Reading, 'judge' | 'losses'>;

const NOBODY: Judge = {
  route: null,
  ruled: null,
  unreached: null,
  undisclosed: null,
  served: [],
  answered: null,
  checked_against: [],
  temperature: null,
  prompt_sha256: null,
};

// `LLM-judged per sentence by the 'critic' role (provider:model); ...`
const IN_WORDS = /\(([^()\s:]+:[^()\s]+)\)/;

/**
 * The judge: from the `judge` block of newer files, else from the sentence under `method.citation_support_judge`, else
 * none. The file of a run that judged and names nobody has no judge; which role judged then is known to the code only.
 */
export function readJudge(root: JsonObject, arm: 'baseline' | 'candidate'): JudgeRead {
  const block = asObject(member(root, 'judge'));
  if (block === null) return judgeInWords(asObject(member(root, 'method')));
  const tally = asObject(member(block, arm));
  const silent = asNumber(member(asObject(member(tally, 'routing')), 'rulings_without_routing'));
  return {
    judge: {
      ...NOBODY,
      route: asText(member(block, 'route')),
      ruled: asNumber(member(tally, 'claims_judged')),
      unreached: asNumber(member(tally, 'claims_unjudged')),
      served: (asList(member(tally, 'served_models')) ?? []).filter((model) => typeof model === 'string'),
      answered: asBoolean(member(block, 'answered')),
      checked_against: [...new Set(textMembers(asObject(member(block, 'independent_of'))).values())],
    },
    losses:
      silent === null || silent === 0
        ? []
        : [`judge: ${counted(silent, 'ruling does', 'rulings do')} not say how they were routed`],
  };
}

function judgeInWords(method: JsonObject | null): JudgeRead {
  const words = asText(member(method, 'citation_support_judge'));
  const route = words === null ? undefined : IN_WORDS.exec(words)?.[1];
  if (route === undefined) return { judge: null, losses: [] };
  return {
    judge: { ...NOBODY, route },
    losses: [`judge: ${route} is taken from the sentence under method.citation_support_judge`],
  };
}
