// Cuts what evalguard's tests need out of GitHub's own OpenAPI description: the paths that the action calls, with the
// schemas that they lead to, and an example of each kind of answer. Run after a new version of @octokit/openapi.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import description from '@octokit/openapi/generated/api.github.com.json' with { type: 'json' };

const target = join(dirname(fileURLToPath(import.meta.url)), '../test/fixtures/github/openapi.json');

const OPERATIONS = [
  ['/user', 'get'],
  ['/repos/{owner}/{repo}/issues/{issue_number}/comments', 'get'],
  ['/repos/{owner}/{repo}/issues/{issue_number}/comments', 'post'],
  ['/repos/{owner}/{repo}/issues/comments/{comment_id}', 'patch'],
  ['/repos/{owner}/{repo}/issues/comments/{comment_id}', 'delete'],
  ['/repos/{owner}/{repo}/pulls', 'get'],
  ['/repos/{owner}/{repo}/pulls/{pull_number}', 'get'],
];

const EXAMPLES = ['issue-comment', 'pull-request', 'pull-request-simple-items'];

const kept = {
  openapi: description.openapi,
  info: { title: 'GitHub, in part', version: '1' },
  paths: {},
  components: {},
};
const open = [];
for (const [path, method] of OPERATIONS) {
  const { externalDocs, tags, ...operation } = description.paths[path][method];
  kept.paths[path] = { ...kept.paths[path], [method]: trimmed(operation) };
}
while (open.length > 0) keep(open.pop());
for (const name of EXAMPLES) keep(`#/components/examples/${name}`);
await mkdir(dirname(target), { recursive: true });
await writeFile(target, `${JSON.stringify(sorted(kept))}\n`);

function keep(reference) {
  const [, , group, name] = reference.split('/');
  kept.components[group] ??= {};
  if (Object.hasOwn(kept.components[group], name)) return;
  const value = description.components[group][name];
  const part = group === 'examples' ? value : trimmed(value);
  kept.components[group][name] = group === 'responses' ? { description: '', ...part } : part;
}

/** Without words, examples and extensions; every reference is noted. */
function trimmed(value, inProperties = false) {
  if (Array.isArray(value)) return value.map((one) => trimmed(one));
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.$ref === 'string') open.push(value.$ref);
  const entries = Object.entries(value).filter(
    ([key]) =>
      inProperties ||
      !(
        ['description', 'example', 'examples', 'summary', 'title', 'x-github'].includes(key) ||
        key.startsWith('x-')
      ),
  );
  return Object.fromEntries(
    entries.map(([key, one]) => [
      key,
      key === 'responses' ? described(one) : trimmed(one, key === 'properties'),
    ]),
  );
}

/** OpenAPI wants a description of each response, if an empty one. */
function described(responses) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, one]) => [
      status,
      Object.hasOwn(one, '$ref') ? trimmed(one) : { description: '', ...trimmed(one) },
    ]),
  );
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
