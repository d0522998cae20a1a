import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/document/document.ts';
import { decodeJson, decodeJsonLines } from '../../src/document/json.ts';
import { spelled, spelledJson } from '../../src/document/spelling.ts';
import { decodeYaml } from '../../src/document/yaml.ts';

type Decode = typeof decodeJson;
const parsed = (decode: Decode, text: string): JsonValue => {
  const decoded = decode(new TextEncoder().encode(text));
  if (!decoded.ok) throw new Error(decoded.fault.code);
  return decoded.document.value;
};
const nameIn = (value: JsonValue) => {
  const list = value as readonly number[];
  return spelled(list, 0, list[0]!);
};

describe('a number that names something (A9)', () => {
  it.each([
    ['1', '1'],
    ['0', '0'],
    ['-0', '0'],
    ['1.0', '1'],
    ['-0.0', '0'],
    ['1.10', '1.10'],
    ['1.1', '1.1'],
    ['1.00', '1.00'],
    ['1e2', '1e2'],
    ['1E2', '1E2'],
    ['1e-5', '0.00001'],
    ['9196877626998784', '9196877626998784'],
    ['9196877626998785', '9196877626998785'],
    ['9196877626998785.0', '9196877626998785'],
    ['-9007199254740993', '-9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ])('%s is known as %s, whatever else stands in the file', (token, name) => {
    expect(nameIn(parsed(decodeJson, `[${token}]`))).toBe(name);
    // A key twice sends the whole text through the careful parser
    expect(nameIn(parsed(decodeJson, `[${token}, {"a": 1, "a": 2}]`))).toBe(name);
    expect(nameIn((parsed(decodeJsonLines, `[${token}]\n`) as readonly JsonValue[])[0]!)).toBe(name);
    expect(nameIn(parsed(decodeYaml, `- ${token}\n`))).toBe(name);
  });

  it.each([
    ['007', '007'],
    ['0x1F', '0x1F'],
    ['+1', '+1'],
  ])('YAML: %s is known as %s', (token, name) => {
    expect(nameIn(parsed(decodeYaml, `- ${token}\n`))).toBe(name);
    expect(nameIn(parsed(decodeYaml, `- &a ${token}\n- *a\n`))).toBe(name);
  });

  it('the digits of a key that stands twice are those of the value that counts', () => {
    const value = parsed(decodeJson, '{"id": 9007199254740993, "id": 5}') as { readonly id: number };
    expect(spelled(value, 'id', value.id)).toBe('5');
  });

  it('a text for a digest has the digits, at any depth', () => {
    const text = '{"a":[1.10,{"b":9196877626998785}],"c":0.5}';
    expect(spelledJson(parsed(decodeJson, text))).toBe(text);
  });
});
