// Turns the modules that esbuild split into CommonJS, which Node starts 5 to 8 ms faster, and lays those that one command
// always loads in one file. What stays apart is loaded where it is asked for.
import { posix } from 'node:path';

const IMPORT = /(?<=^|[;}])import(?: ([\w$]+),?)?(?:\*as ([\w$]+)|\{([^}]*)\})? ?(?:from)?"([^"]+)";/gm;
const EXPORT = /export\{([^}]*)\};\s*$/;
const DYNAMIC = /\bimport\((?:"([^"]+)"\))?/g;

/**
 * `modules` maps paths to texts; `groups` lists, for each file that is wanted, the paths that belong in it, the first of
 * which runs when the file is loaded. Every other module becomes a file of its own, called as `nameOf` says. Gives texts
 * by path.
 *
 * esbuild's own CommonJS reads an imported name through two getters at each use. Here it is a constant: no module that
 * is bundled assigns an exported name twice, and none imports another in a circle.
 */
export function link(modules, groups, nameOf = common) {
  const home = new Map();
  for (const [file, paths] of groups) {
    for (const [index, path] of paths.entries()) home.set(path, { file, name: `piece${index}` });
  }
  const asked = (path, from, file) => {
    const target = resolveFrom(path, from);
    if (!modules.has(target)) return `require(${JSON.stringify(path)})`;
    const place = home.get(target);
    if (place?.file === file) return `${place.name}()`;
    const there = `require(${JSON.stringify(specifier(file, place?.file ?? nameOf(target)))})`;
    return place === undefined ? there : `${there}.${place.name}()`;
  };
  const files = new Map();
  for (const [file, paths] of groups) {
    const pieces = paths.map(
      (path, index) => `const piece${index}=once((function(){${body(path, file, true)}}));`,
    );
    const names = paths.map((_, index) => `piece${index}`);
    files.set(
      file,
      `"use strict";${LOAD}${ONCE}${pieces.join('\n')}\nObject.assign(exports,piece0(),{${names}});\n`,
    );
  }
  for (const path of modules.keys()) {
    if (home.has(path)) continue;
    const file = nameOf(path);
    if (files.has(file)) throw new Error(`${path} and another module would both be called ${file}`);
    files.set(file, `"use strict";${LOAD}${body(path, file, false)}\n`);
  }
  return files;

  function body(path, file, inside) {
    let head = '';
    const rest = modules
      .get(path)
      .trim()
      .replace(IMPORT, (_, standard, whole, names, from) => {
        const there = asked(from, path, file);
        const name = standard ?? whole;
        if (name !== undefined) head += `const ${name}=${there};`;
        if (names !== undefined) head += `const{${names.replaceAll(' as ', ':')}}=${name ?? there};`;
        if (name === undefined && names === undefined) head += `${there};`;
        return '';
      });
    const exported = EXPORT.exec(rest)?.[1] ?? '';
    const members = exported.split(',').map((each) => each.split(' as ').reverse().join(':'));
    const own = rest
      .replace(EXPORT, '')
      .replace(DYNAMIC, (_, known) =>
        known === undefined ? 'requireLater(' : `later(()=>${asked(known, path, file)})`,
      );
    const left = /(?:^|[;}])(?:import[\s{*"]|export[\s{*]).{0,60}/.exec(own);
    if (left !== null)
      throw new Error(`${path} imports or exports in a way that is not known here: ${left[0]}`);
    return `${head}${own};${inside ? 'return' : 'module.exports='}{${exported === '' ? '' : members}};`;
  }
}

// Names that no minifier gives: theirs are of one to three letters.
const ONCE = 'const once=f=>{let v;return()=>v??=f()};';
const LOAD = 'const requireLater=async path=>require(path),later=async load=>load();';

function common(path) {
  return path.replace(/\.js$/, '.cjs');
}

function resolveFrom(path, from) {
  if (!path.startsWith('.')) return null;
  return posix.join(posix.dirname(from), path);
}

function specifier(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
