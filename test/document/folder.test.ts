import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatPointer, resolvePointer } from '../../src/document/document.ts';
import { folderDocument } from '../../src/document/folder.ts';
import { decodeJson } from '../../src/document/json.ts';
import { trials } from '../support/trial.ts';

const file = (path: string, text: string) => {
  const decoded = decodeJson(new TextEncoder().encode(text));
  if (!decoded.ok) throw new Error(decoded.fault.code);
  return { path: `results/a/${path}`, parts: path.split('/'), document: decoded.document };
};

it('has the files and folders as members, and leads into the file that holds a value', () => {
  const document = folderDocument([
    file('benchmark.json', '{ "mean": 0.5 }'),
    file('eval-1/grading.json', '{\n  "expectations": [\n    { "passed": true }\n  ]\n}'),
  ]);
  expect(document.value).toEqual({
    'benchmark.json': { mean: 0.5 },
    'eval-1': { 'grading.json': { expectations: [{ passed: true }] } },
  });
  const pointer = '/eval-1/grading.json/expectations/0';
  expect(document.locate(pointer)).toMatchObject({ line: 3, column: 5 });
  expect(document.fileAt?.(pointer)).toEqual({
    path: 'results/a/eval-1/grading.json',
    pointer: '/expectations/0',
  });
  for (const nowhere of ['', '/eval-1', '/eval-2/grading.json', '/benchmark.json~1mean']) {
    expect([document.locate(nowhere), document.fileAt?.(nowhere)]).toEqual([null, null]);
  }
});

it('makes own members of every name, and finds each file by its names', () => {
  const name = fc.constantFrom('__proto__', 'constructor', 'toString', 'a', '0', 'x~y.json', 'ü');
  const names = fc.array(name, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.uniqueArray(names, { maxLength: 8, selector: (one) => one.join('/') }), (all) => {
      // As in a tree, nothing is a file and a folder at once.
      const paths = all.filter(
        (one) => !all.some((two) => two !== one && `${two.join('/')}/`.startsWith(`${one.join('/')}/`)),
      );
      const document = folderDocument(paths.map((parts, at) => file(parts.join('/'), String(at))));
      for (const [at, parts] of paths.entries()) {
        expect(resolvePointer(document.value, formatPointer(parts))).toBe(at);
        expect(document.fileAt?.(formatPointer(parts))?.path).toBe(`results/a/${parts.join('/')}`);
      }
      expect(Object.getPrototypeOf(document.value)).toBe(Object.prototype);
    }),
    { numRuns: trials(200) },
  );
});
