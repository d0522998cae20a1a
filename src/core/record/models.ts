import type { Judge, Reading } from '../reading.ts';
import { count } from '../wording.ts';
import { given, type JsonObject } from './object.ts';

/** A model by the provider that serves it, in printable ASCII. */
export const ROUTE = /^[!-9;-~]+:[!-~](?:[ -~]*[!-~])?$/;
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;

/** A model as the native form spells it; a name without its provider is not given one. `null` where it cannot be spelt. */
export function nativeRoute(text: string | null): string | null {
  if (text === null || !PRINTABLE.test(text)) return null;
  return ROUTE.test(text) ? text : `unknown:${text}`;
}

/** The models that were evaluated, by role; `null` where the file names none. */
export function nativeModels(models: Reading['models'], lose: (loss: string) => void): JsonObject | null {
  const routes: [string, string][] = [];
  for (const [role, text] of models) {
    const route = nativeRoute(text);
    if (route === null) lose(`the model of ${role}: its name is no route`);
    else routes.push([role, route]);
    if (route?.startsWith('unknown:') && route !== text) lose(`the provider of ${role}`);
  }
  return routes.length === 0 ? null : Object.fromEntries(routes);
}

/** The judge, with its work on either arm. A judge of which no route is known has no place in the native form. */
export function nativeJudge(
  judge: Judge | null,
  candidate: Judge | null,
  arms: boolean,
  lose: (loss: string) => void,
): JsonObject | null {
  const named = judge ?? candidate;
  const route = nativeRoute(named?.route ?? null);
  if (named === null) return null;
  if (route === null) {
    lose(`the judge's model, and with it ${tallyText(named)}`);
    return null;
  }
  if (route !== named.route) lose("the judge's provider");
  const checked = named.checked_against.flatMap((text) => nativeRoute(text) ?? []);
  return {
    route,
    ...(checked.length === 0 ? {} : { checked_against: checked }),
    ...given('temperature', named.temperature),
    ...given('prompt_sha256', named.prompt_sha256),
    ...given('answered', named.answered),
    ...given('baseline', judge === null ? null : tallyOf(judge)),
    ...(arms ? given('candidate', candidate === null ? null : tallyOf(candidate)) : {}),
  };
}

function tallyOf({ ruled, unreached, undisclosed, served }: Judge): JsonObject | null {
  const routes = served.flatMap((text) => nativeRoute(text) ?? []);
  const tally = {
    ...given('ruled', ruled),
    ...given('unreached', unreached),
    ...given('undisclosed', undisclosed),
    ...(routes.length === 0 ? {} : { served: routes }),
  };
  return Object.keys(tally).length === 0 ? null : tally;
}

function tallyText({ ruled, unreached, served }: Judge): string {
  const parts = [
    ruled === null ? [] : count(ruled, 'ruling'),
    unreached === null ? [] : `${unreached} unreached`,
    served.length === 0 ? [] : `served by ${served.join(', ')}`,
  ].flat();
  return parts.length === 0 ? 'whatever else is said of the judge' : parts.join(', ');
}
