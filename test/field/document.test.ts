import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Decoded, resolvePointer } from '../../src/document/document.ts';
import { faultMessage } from '../../src/document/fault.ts';
import { decodeJson, decodeJsonLines } from '../../src/document/json.ts';
import { decodeYaml } from '../../src/document/yaml.ts';
import { describeField } from '../support/field.ts';

function decode(path: string): Decoded {
  const bytes = readFileSync(path);
  if (path.endsWith('.jsonl')) return decodeJsonLines(bytes);
  return path.endsWith('.json') ? decodeJson(bytes) : decodeYaml(bytes);
}

/** A file in a line: its faults with their places, or why it is refused. */
function summary(path: string): string[] {
  const decoded = decode(path);
  const faults = decoded.ok ? decoded.document.faults : [decoded.fault];
  return faults.map(({ code, pointer, place }) => `${code} ${pointer} ${place.line}`);
}

describeField('documents of the field', (data) => {
  const files = data === '' ? [] : (readdirSync(data, { recursive: true }) as string[]);
  const texts = files.filter((file) => /\.(json|jsonl|ya?ml)$/.test(file)).sort();
  const named = (part: string): string => {
    const found = texts.filter((file) => basename(file).startsWith(part));
    expect(found).toHaveLength(1);
    return join(data, found[0]!);
  };

  test('every file is read, and what is accepted without a fault is what JSON.parse says', () => {
    expect(texts.length).toBeGreaterThan(80);
    const faulty: string[] = [];
    for (const file of texts) {
      const decoded = decode(join(data, file));
      if (!decoded.ok || decoded.document.faults.length > 0) faulty.push(basename(file));
      else if (file.endsWith('.json')) {
        expect(decoded.document.value).toEqual(JSON.parse(readFileSync(join(data, file), 'utf8')));
      }
      for (const fault of decoded.ok ? decoded.document.faults : [decoded.fault]) {
        expect(faultMessage(fault)).not.toContain('undefined');
      }
    }
    expect(faulty).toEqual([
      'deepseek-down.UNPARSABLE.yml',
      'edit_leaderboard.UNPARSABLE.yml',
      'stability-abeja.UNPARSABLE-5921154.json',
      'CRLF-multilingual-e5-small-BarExamQA.json',
      'DUPKEY-voyage-3-StatcanDialogueDatasetRetrieval.json',
      'NAN-gte-Qwen1.5-7B-AILACasedocs.json',
      'NAN-to-NULL-CQADupstackRetrieval.before-dbd0d75.json',
    ]);
  });

  test('each key that stands twice is named with lines 5 and 601, and the last value wins (K073)', () => {
    const decoded = decode(named('DUPKEY'));
    if (!decoded.ok) throw new Error(faultMessage(decoded.fault));
    const { document } = decoded;
    expect(document.faults).toMatchObject([
      { code: 'duplicate-key', pointer: '/evaluation_time', place: { line: 601 }, data: { firstLine: 5 } },
      { code: 'duplicate-key', pointer: '/kg_co2_emissions', place: { line: 602 }, data: { firstLine: 6 } },
    ]);
    expect(resolvePointer(document.value, '/evaluation_time')).toBe(1047.2591888904572);
    expect(document.locate('/evaluation_time')?.line).toBe(601);
  });

  test('the three NaN are named and null, the rest is there (K056)', () => {
    const path = named('NAN-gte');
    const decoded = decode(path);
    if (!decoded.ok) throw new Error(faultMessage(decoded.fault));
    expect(summary(path)).toHaveLength(3);
    for (const fault of decoded.document.faults) {
      expect(fault).toMatchObject({ code: 'not-finite', data: { token: 'NaN' } });
      expect(fault.pointer).toMatch(/\/nauc_recall_at_1000_\w+$/);
      expect(resolvePointer(decoded.document.value, fault.pointer)).toBeNull();
      const line = readFileSync(path, 'utf8').split('\n')[fault.place.line - 1]!;
      expect(line.slice(fault.place.column - 1)).toMatch(/^NaN/);
    }
    expect(resolvePointer(decoded.document.value, '/scores/test/0/main_score')).toBe(0.34068);
  });

  test('a NaN that was mended later is found before and not after (K056)', () => {
    const found = summary(named('NAN-to-NULL-CQADupstackRetrieval.before'));
    expect(found).toEqual(['not-finite /evaluation_time 17', 'not-finite /kg_co2_emissions 18']);
    expect(summary(named('NAN-to-NULL-CQADupstackRetrieval.after'))).toEqual([]);
  });

  test('CRLF ends one line', () => {
    const path = named('CRLF');
    const decoded = decode(path);
    const lines = readFileSync(path, 'utf8').split('\r\n');
    const line = lines.findIndex((text) => text.includes('"main_score"')) + 1;
    const nan = lines.flatMap((text, index) => (text.endsWith('NaN,') ? [index + 1] : []));
    expect(nan).toEqual([103, 104, 105]);
    expect(decoded.ok && decoded.document.faults.map(({ place }) => place.line)).toEqual(nan);
    expect(decoded.ok && decoded.document.locate('/scores/test/0/main_score')?.line).toBe(line);
  });

  test('the broken JSON that was committed is refused at its trailing comma', () => {
    const path = named('stability-abeja.UNPARSABLE');
    const decoded = decode(path);
    expect(decoded).toMatchObject({
      ok: false,
      fault: { code: 'syntax', data: { problem: 'trailing-comma' } },
    });
    const { offset } = decoded.ok ? { offset: 0 } : decoded.fault.place;
    expect(readFileSync(path).subarray(offset).toString()).toMatch(/^,\s*}/);
    expect(!decoded.ok && decoded.fault.pointer.startsWith('/versions')).toBe(true);
  });

  test('the broken YAML that was committed is refused with a place', () => {
    for (const part of ['deepseek-down', 'edit_leaderboard.UNPARSABLE']) {
      const decoded = decode(named(part));
      expect(decoded).toMatchObject({ ok: false, fault: { code: 'syntax' } });
      expect(!decoded.ok && decoded.fault.place.line).toBeGreaterThan(1);
    }
  });

  test('dates of the leaderboard stay strings', () => {
    const decoded = decode(named('polyglot_leaderboard'));
    if (!decoded.ok) throw new Error(faultMessage(decoded.fault));
    const rows = decoded.document.value;
    expect(rows).toHaveLength(69);
    expect(typeof resolvePointer(rows, '/0/date')).toBe('string');
  });
});
