import { describe, expect, it } from 'vitest';
import { applyRules } from '../../src/core/rule.ts';
import type { ResultFile } from '../../src/formats/format.ts';
import { recordRules, word } from '../../src/rules/registry.ts';
import { fixture, tree } from '../support/fixture.ts';
import { fileOf, readingsOf } from '../support/reading.ts';
import { aRecord } from '../support/record.ts';

/** What the evidence of a file of another tool says against it. */
function against(file: ResultFile): readonly string[] {
  const record = aRecord('{}', { path: `results/${file.path}`, readings: readingsOf(file) });
  return applyRules(recordRules, record)
    .filter(({ rule, severity }) => severity === 'error' && /^(?:evidence|unmeasured)\//.test(rule))
    .map((finding) => `${finding.rule}: ${word(finding).message}`);
}

type Tree = { [key: string]: unknown };

/** A fixture after an edit of its JSON. */
function edited(name: string, edit: (content: Tree) => void): ResultFile {
  const content = tree(name);
  edit(content);
  return fileOf(name, content);
}

const list = (content: Tree, key: string) => content[key] as Tree[];
const FIXTURES = [
  'research-engine/report.json',
  'research-engine/memory.json',
  'research-engine/contradictions.json',
  'couchbase/run.json',
  'duckhaven/absolute.json',
  'duckhaven/compare.json',
  'quack/new.csv',
  'quack/old.csv',
];

describe('files of other tools', () => {
  it.each(FIXTURES)('%s adds up as it is', (name) => {
    expect(against(fixture(name))).toEqual([]);
  });

  it.each<[string, string, (content: Tree) => void, RegExp]>([
    [
      'a report that did not complete, called complete',
      'research-engine/report.json',
      (content) => {
        const row = list(content, 'results').find(({ completed }) => completed === false)!;
        row['completed'] = true;
      },
      /^evidence\/mismatch: completion_rate/,
    ],
    [
      'a headline of reports',
      'research-engine/report.json',
      (content) => {
        (content['aggregate'] as Tree)['completion_rate'] = 0.99;
      },
      /^evidence\/mismatch: completion_rate \(baseline\) is claimed as 0\.99/,
    ],
    [
      'a case that was dropped',
      'research-engine/memory.json',
      (content) => {
        const rows = list(content, 'results');
        rows.splice(
          rows.findIndex((row) => row['pass_test'] === false),
          1,
        );
      },
      /^evidence\/mismatch: pass_rate/,
    ],
    [
      'the grade of an answer',
      'duckhaven/absolute.json',
      (content) => {
        list(content, 'outcomes')[0]!['relevancy'] = 1;
      },
      /^evidence\/mismatch: relevancy/,
    ],
    [
      'the winner of a pair',
      'duckhaven/compare.json',
      (content) => {
        const pair = list(content, 'outcomes').find(({ winner }) => winner === 'A')!;
        pair['winner'] = 'B';
      },
      /^evidence\/mismatch: win_rate_a/,
    ],
    [
      'the accuracy of a response, against the calls that it made',
      'couchbase/run.json',
      (content) => {
        const responses = list(content, 'prompt_results').flatMap(
          (prompt) => prompt['model_responses'] as Tree[],
        );
        const right = responses.find((response) => response['tool_calling_accuracy'] === 1)!;
        right['tool_calling_accuracy'] = 0;
      },
      /^evidence\/mismatch: The score tool_calling_accuracy/,
    ],
  ])('%s is found in %s', (_, name, edit, words) => {
    expect(against(edited(name, edit))).toContainEqual(expect.stringMatching(words));
  });
});
