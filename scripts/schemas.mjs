// Compiles schemas/*.v1.schema.json to src/generated/<name>.js: plain functions, so that a check loads no ajv (its import
// and compile cost more than the whole check), and of the functions only those of the schemas that it meets.
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import Ajv2020 from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { bundle } from './bundle.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GENERATED = `${ROOT}src/generated/`;
const SMALL = { minify: true, charset: 'ascii', comments: false };
const NAMES = ['result', 'retraction', 'policy', 'report'];

// More would tell nobody anything, and a hostile file of 20 MiB could ask for millions of them.
const MOST_ERRORS = 200;

/** Writes src/generated/: a validator for each schema, and their outlines. The same schemas give the same bytes. */
export async function buildSchemas() {
  await mkdir(GENERATED, { recursive: true });
  for (const [name, text] of await compileSchemas()) await put(`${GENERATED}${name}`, text);
}

/** The files of src/generated/ by name, without writing them. */
export async function compileSchemas() {
  const schemas = NAMES.map((name) =>
    JSON.parse(readFileSync(`${ROOT}schemas/${name}.v1.schema.json`, 'utf8')),
  );
  const head = '// Made by scripts/schemas.mjs from schemas/. Change the schemas, not this file.\n';
  const files = new Map([['validator.d.ts', head + TYPES]]);
  const add = async (name, source, types) => {
    files.set(`${name}.js`, head + (await bundle(source, SMALL)));
    files.set(`${name}.d.ts`, head + types);
  };
  const outlines = JSON.stringify(
    Object.fromEntries(NAMES.map((name, at) => [name, pick(schemas[at], isOutline)])),
  );
  await add('outlines', `export const outlines = () => JSON.parse(${JSON.stringify(outlines)});`, OUTLINES);
  for (const [at, name] of NAMES.entries())
    await add(name, validator(without(schemas[at], 'format')), VALIDATOR);
  await add('mapping', validator(part(schemas[NAMES.indexOf('policy')], 'format')), VALIDATOR);
  return files;
}

/** One definition of a schema as a schema of its own. */
function part({ $schema, $id, $defs }, name) {
  return { $schema, $id: `${$id}-${name}`, $ref: `#/$defs/${name}`, $defs };
}

/** The schema without what is inside the objects of one definition, which has a validator of its own. */
function without(schema, name) {
  if (schema.$defs[name] === undefined) return schema;
  const { type, minLength } = schema.$defs[name];
  return { ...schema, $defs: { ...schema.$defs, [name]: { type, minLength } } };
}

function validator(schema) {
  const ajv = new Ajv2020.default({
    schemas: [pick(schema, (keyword) => !ANNOTATIONS.has(keyword))],
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    messages: false,
    // Lengths of texts in UTF-16 units: our schemas only ask whether a text is empty. ajv warns that this is deprecated.
    unicode: false,
    logger: false,
    // What is referred to is repeated in place where it is short; a shape of its own is one function for all.
    inlineRefs: 5,
    // The text of these is taken from our own source; here ajv only needs to know that they exist.
    formats: { date: () => true, 'date-time': () => true },
    code: { source: true, esm: true, formats: _`formats` },
  });
  return [
    "import { isDate, isTime } from './src/core/calendar.ts';",
    "const formats = { date: isDate, 'date-time': isTime };",
    bounded(standalone.default(ajv, { validator: schema.$id })),
  ].join('\n');
}

const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples']);
const OUTLINE = new Set([
  ...['$ref', '$defs', 'properties', 'additionalProperties', 'propertyNames', 'items'],
  ...['type', 'const', 'enum', 'pattern', 'format', 'minimum', 'maximum'],
  ...['minLength', 'minItems', 'maxItems', 'minProperties'],
]);
/** A title is told only where it puts a pattern into words. */
function isOutline(keyword, schema) {
  return OUTLINE.has(keyword) || (keyword === 'title' && ('pattern' in schema || 'format' in schema));
}

const BY_NAME = new Set(['properties', '$defs']);

/** The schema with only the wanted keywords. A property may be called like a keyword, so names are kept apart. */
function pick(schema, wanted) {
  if (Array.isArray(schema)) return schema.map((each) => pick(each, wanted));
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => wanted(keyword, schema));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === 'const' || keyword === 'enum') return [keyword, value];
      if (!BY_NAME.has(keyword)) return [keyword, pick(value, wanted)];
      return [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, sub]) => [name, pick(sub, wanted)])),
      ];
    }),
  );
}

/**
 * Rewrites how ajv's code keeps its errors: at most MOST_ERRORS of them, in a list that grows in place (ajv joins
 * the lists of rows by `concat`, which takes time with the square of the wrong rows), and without what nobody
 * reads, which is a third of the module and of its load time.
 */
function bounded(code) {
  const steps = [
    [
      /const (err\d+) = \{instancePath(?::(.*?))?,schemaPath:("[^"]*"),keyword:("\w+"),params:(\{.*?\})(?:,propertyName:\w+)?\};\s*if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/g,
      (_all, _name, place = 'instancePath', path, keyword, params) => {
        const found = /\/anyOf\/\d+\//.test(path) ? '"branch"' : keyword;
        const key = /(?:missingProperty|additionalProperty|propertyName): ("(?:[^"\\]|\\.)*"|\w+)/.exec(
          params,
        );
        return `vErrors = add(vErrors, ${place}, ${found}${key === null ? '' : `, ${key[1]}`});`;
      },
    ],
    // What a condition finds is only counted.
    [
      /const (err\d+) = \{\};\s*if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/g,
      'vErrors = add(vErrors, instancePath, "branch");',
    ],
    [
      /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);\s*errors = vErrors\.length;/g,
      'vErrors = join(vErrors, $1.errors);errors += $1.errors.length;',
    ],
    [/vErrors\.length = (\w+);/g, 'if(vErrors.length > $1) vErrors.length = $1;'],
  ];
  const rewritten = steps.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), code);
  const left = /.{60}(?:vErrors\.(?:concat|push)|schemaPath:|(?<!\) )vErrors\.length = ).{60}/.exec(
    rewritten,
  );
  if (left !== null) throw new Error(`ajv keeps an error in a way that is not rewritten yet: ${left[0]}`);
  return `${BOUNDS}\n${rewritten}`;
}

const BOUNDS = `
function add(list, pointer, keyword, key = null) {
  if (list === null) return [{ pointer, keyword, key }];
  if (list.length < ${MOST_ERRORS}) list.push({ pointer, keyword, key });
  return list;
}
function join(list, more) {
  if (list === null) return more;
  for (let i = 0; i < more.length && list.length < ${MOST_ERRORS}; i++) list.push(more[i]);
  return list;
}`;

const TYPES = `/** What ajv found: where, by which keyword ('branch': within a branch of anyOf), and the key concerned. */
export interface ValidationError {
  readonly pointer: string;
  readonly keyword: string;
  readonly key: string | null;
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** A schema without its descriptions: only the keywords that ours use. */
export interface Outline {
  /** The pattern or format in words. */
  readonly title?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Outline>>;
  readonly type?: string | readonly string[];
  readonly const?: string | number;
  readonly enum?: readonly (string | null)[];
  readonly properties?: Readonly<Record<string, Outline>>;
  readonly additionalProperties?: Outline | boolean;
  readonly propertyNames?: Outline;
  readonly items?: Outline;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
}

`;

const VALIDATOR = `import type { Validator } from './validator.d.ts';

export declare const validator: Validator;
`;

const OUTLINES = `import type { Outline } from './validator.d.ts';

type Name = 'result' | 'retraction' | 'policy' | 'report';

export declare const outlines: () => Readonly<Record<Name, Outline>>;
`;

/** Leaves a file alone that holds the text already, so that watchers and make see no change. */
async function put(path, text) {
  const before = await readFile(path, 'utf8').catch(() => null);
  if (before !== text) await writeFile(path, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSchemas();
