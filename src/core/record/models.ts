import { isObject, type JsonObject, type JsonValue } from '../../document/document.ts';
import type { Judge, Reading } from '../reading.ts';
import { count } from '../wording.ts';
import { compact } from './canonical.ts';

/** A model by the provider that serves it, in printable ASCII. */
const ROUTE = /^[!-9;-~]+:[!-~](?:[ -~]*[!-~])?$/;
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
  const { temperature, prompt_sha256, answered } = named;
  return compact({
    route,
    checked_against: checked.length === 0 ? null : checked,
    ...{ temperature, prompt_sha256, answered },
    baseline: judge === null ? null : tallyOf(judge),
    candidate: !arms || candidate === null ? null : tallyOf(candidate),
  });
}

function tallyOf({ ruled, unreached, undisclosed, served }: Judge): JsonObject | null {
  const routes = served.flatMap((text) => nativeRoute(text) ?? []);
  return compact({ ruled, unreached, undisclosed, served: routes.length === 0 ? null : routes });
}

function tallyText({ ruled, unreached, served }: Judge): string {
  const parts = [
    ruled === null ? [] : count(ruled, 'ruling'),
    unreached === null ? [] : `${unreached} unreached`,
    served.length === 0 ? [] : `served by ${served.join(', ')}`,
  ].flat();
  return parts.length === 0 ? 'whatever else is said of the judge' : parts.join(', ');
}

/** Models by role, as the user names them where the file does not. */
export type NamedModels = ReadonlyMap<string, string>;

/** A role of which the file says another model than the user does. */
interface OtherModel {
  readonly role: string;
  readonly stated: string;
  readonly named: string;
}

/** `ROLE=ROUTE` taken apart, or what is wrong with it. */
export function parseNamedModel(
  text: string,
): { readonly role: string; readonly route: string } | { readonly wrong: string } {
  const at = text.indexOf('=');
  const [role, route] = at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 1)];
  if (role === '') return { wrong: 'it names no role' };
  return ROUTE.test(route)
    ? { role, route }
    : { wrong: `${JSON.stringify(route)} is no route provider:model` };
}

/** What `toNative` says where a file names no model, and what stands there once the user has named them. */
export const NO_MODELS = 'the models that were evaluated';
const NAMED_SINCE = `${NO_MODELS}: they were named by whoever recorded it`;

/**
 * A native result with the models that the user names. The file's own models stay: another one for the same role is
 * returned as a conflict. Only a missing provider may be added.
 */
export function withModels(
  content: JsonObject,
  named: NamedModels,
): { readonly content: JsonObject } | { readonly other: OtherModel } {
  if (named.size === 0) return { content };
  const stated = content['models'];
  const models = new Map<string, JsonValue>(isObject(stated) ? Object.entries(stated) : []);
  for (const [role, route] of named) {
    const before = models.get(role);
    if (typeof before === 'string' && before !== route && !completes(before, route)) {
      return { other: { role, stated: before, named: route } };
    }
    models.set(role, route);
  }
  return { content: { ...content, models: Object.fromEntries(models), ...sourceWithModels(content) } };
}

/** `unknown:reader-2` is what a file says that names `reader-2` alone. */
function completes(stated: string, route: string): boolean {
  return stated.startsWith('unknown:') && route.endsWith(stated.slice('unknown'.length));
}

/** The source of a record that named no model, which says who did. */
function sourceWithModels({ source }: JsonObject): JsonObject {
  const losses = isObject(source) ? source['losses'] : null;
  if (!isObject(source) || !Array.isArray(losses) || !losses.includes(NO_MODELS)) return {};
  return {
    source: { ...source, losses: losses.map((loss: JsonValue) => (loss === NO_MODELS ? NAMED_SINCE : loss)) },
  };
}
