import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { link } from '../../scripts/link.mjs';

/** Runs linked files as Node would: each once, `require` by path. */
function running(files: ReadonlyMap<string, string>, builtins: Readonly<Record<string, unknown>> = {}) {
  const cache = new Map<string, { exports: Record<string, unknown> }>();
  const load = (path: string): Record<string, unknown> => {
    const before = cache.get(path);
    if (before !== undefined) return before.exports;
    const module = { exports: {} as Record<string, unknown> };
    cache.set(path, module);
    const require = (id: string) =>
      id.startsWith('.') ? load(new URL(id, `file:///${path}`).pathname.slice(1)) : builtins[id];
    const run = runInContext(
      `(function(exports,require,module){${files.get(path)}\n})`,
      createContext({ Promise, Object }),
    );
    run(module.exports, require, module);
    return module.exports;
  };
  return { load, loaded: () => [...cache.keys()] };
}

describe('linking split modules into CommonJS', () => {
  const modules = new Map([
    [
      'a.js',
      'import{two as t}from"./lib/b.js";import*as p from"path";var r=()=>t+p.one,l=()=>import("./lib/c.js");export{r as run,l as later};',
    ],
    ['lib/b.js', 'import"./d.js";var n=2;export{n as two};'],
    ['lib/c.js', 'import{two as n}from"./b.js";import q from"path";var m=n*10+q.one;export{m as twenty};'],
    ['lib/d.js', 'globalThis.ran=(globalThis.ran??0)+1;'],
  ]);

  it('a file of several pieces exports what its first piece does, and other files find the rest in it', async () => {
    const files = link(modules, new Map([['a.cjs', ['a.js', 'lib/b.js', 'lib/d.js']]]));
    expect([...files.keys()].sort()).toEqual(['a.cjs', 'lib/c.cjs']);
    const program = running(files, { path: { one: 1 } });
    const main = program.load('a.cjs') as { run(): number; later(): Promise<{ twenty: number }> };
    expect(main.run()).toBe(3);
    expect(program.loaded()).toEqual(['a.cjs']);
    expect((await main.later()).twenty).toBe(21);
    expect(program.loaded()).toEqual(['a.cjs', 'lib/c.cjs']);
  });

  it('without groups every module is a file of its own', async () => {
    const files = link(modules, new Map());
    expect([...files.keys()].sort()).toEqual(['a.cjs', 'lib/b.cjs', 'lib/c.cjs', 'lib/d.cjs']);
    const main = running(files, { path: { one: 1 } }).load('a.cjs') as { run(): number };
    expect(main.run()).toBe(3);
  });

  it.each([
    ['an export that is no list', 'export default 1;'],
    ['an import with attributes', 'import x from"./x.json"with{type:"json"};var y=x;export{y};'],
  ])('refuses %s rather than leaving it in', (_, text) => {
    expect(() => link(new Map([['a.js', text]]), new Map())).toThrow(/not known here/);
  });
});
