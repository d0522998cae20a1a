import type { JsonValue } from '../../document/document.ts';
import { ROUTE } from './models.ts';
import type { JsonObject } from './object.ts';

/** Models by role, as the user names them where the file does not. */
export type NamedModels = ReadonlyMap<string, string>;

/** A role of which the file says another model than the user does. */
export interface OtherModel {
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
 * A native result with the models that the user names. What the file says stands: another model for the same role is
 * told and not taken, but for a model without its provider, which the user may know.
 */
export function withModels(
  content: JsonObject,
  named: NamedModels,
): { readonly content: JsonObject } | { readonly other: OtherModel } {
  if (named.size === 0) return { content };
  const stated = asObject(content['models']) ?? {};
  const models = new Map<string, JsonValue>(Object.entries(stated));
  for (const [role, route] of named) {
    const before = models.get(role);
    if (typeof before === 'string' && before !== route && !completes(before, route)) {
      return { other: { role, stated: before, named: route } };
    }
    models.set(role, route);
  }
  return { content: { ...content, models: Object.fromEntries(models), ...told(content) } };
}

/** `unknown:reader-2` is what a file says that names `reader-2` alone. */
function completes(stated: string, route: string): boolean {
  return stated.startsWith('unknown:') && route.endsWith(stated.slice('unknown'.length));
}

/** The source of a record that named no model, which says who did. */
function told({ source }: JsonObject): JsonObject {
  const stated = asObject(source);
  const losses = stated?.['losses'];
  if (stated === null || !Array.isArray(losses) || !losses.includes(NO_MODELS)) return {};
  return {
    source: { ...stated, losses: losses.map((loss: JsonValue) => (loss === NO_MODELS ? NAMED_SINCE : loss)) },
  };
}

function asObject(value: JsonValue | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
