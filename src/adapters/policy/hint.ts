import { type JsonValue, parsePointer, resolvePointer } from '../../document/document.ts';
import type { SchemaFault } from '../schemas.ts';

/** What to do about a fault that people meet in YAML, as a sentence that follows the fault's own; '' where it says enough. */
export function hintFor({ pointer, problem, key }: SchemaFault, policy: JsonValue): string {
  const tokens = parsePointer(pointer) ?? [];
  const value = resolvePointer(policy, pointer);
  if (problem === 'unknown-key' && key === '<<') return ' YAML 1.2 has no merge key; write the settings out.';
  if (problem === 'missing-key' && (key === 'min' || key === 'max') && tokens.at(-2) === 'thresholds') {
    return ' A threshold without bounds holds nothing.';
  }
  if (problem === 'wrong-type' && value === null) {
    return ' Nothing stands after the colon; fill it in, or leave the key out.';
  }
  // A version in quotes is not allowed rather than of a wrong type.
  if ((problem !== 'wrong-type' && pointer !== '/version') || typeof value !== 'string') return '';
  if (/^(?:yes|no|on|off|y|n|true|false)$/i.test(value)) {
    return ' Words such as yes, no, on and off are text in YAML 1.2, and so is all that stands in quotes; write true or false.';
  }
  if (value.trim() !== '' && Number.isFinite(Number(value))) {
    return ' What stands in quotes is text, not a number; take the quotes away.';
  }
  return '';
}
