import type { FormatText } from '../formats/about/text.ts';
import type { Format } from '../formats/format.ts';

/**
 * The page `docs/formats.md`: how files are read, a table of all readers in the order of their registry, then a heading
 * a format, its text being the format's id. Throws where a reader has no text.
 */
export function formatsPage(
  formats: readonly Pick<Format, 'id' | 'title'>[],
  texts: ReadonlyMap<string, FormatText>,
): string {
  return [
    "<!-- Written by `npm run docs` from the readers' own texts in src/formats/about: change a text there. -->",
    '',
    ...INTRODUCTION,
    '',
    '| Format | What it is |',
    '| --- | --- |',
    ...formats.map(({ id, title }) => `| [\`${id}\`](#${id}) | ${title} |`),
    ...formats.flatMap(({ id, title }) => section(id, title, textOf(id, texts))),
    '',
  ].join('\n');
}

const INTRODUCTION = [
  '# Formats',
  '',
  'evalguard reads results where they stand, whatever tool wrote them. A *reader* turns a file into readings, one for each',
  'run or arm in it, and every later step (thresholds, comparisons, the report) sees readings only. A file is recognised by',
  'its shape; `format` in a series of the policy names a reader, and then a file without that shape is an error. Your own',
  'JSON needs no reader: [policy.md](policy.md#your-own-json) maps it by pointers.',
  '',
  'JSON is looked at wherever it stands in the ledger. JSON Lines, YAML, CSV and Excel workbooks are read where a series',
  'claims them.',
  '',
  'What a reader promises:',
  '',
  '- **Unmeasured is never 0.** What a tool writes for "nothing" (a 0.0 over no cases, a 0 for an exception, `nan`, a blank',
  '  cell) is `null` with a reason, and prints as `n/a (unmeasured)`.',
  '- **Nothing is filled in.** A key that is missing stays unknown. What had to be guessed, and what the file leaves open, is',
  '  listed as *losses* by `show`, `record` and the report.',
  '- **Nothing is converted.** A number in quotes is no number.',
  '- **A number that names something keeps its digits.** Two ids are the same where they are written alike: 9196877626998784',
  '  and 9196877626998785 are two cases although one double holds both, and so are 1.10 and 1.1. Only a trailing `.0` and the',
  '  sign of 0 do not count. A cell of a CSV file is text: 007 is another id than 7.',
  '- **The claim is kept.** The headline that a file states stands beside what its rows come to, held against it at the',
  '  precision that the tool rounds to.',
  '- A metric over a part of the rows is called after it: `recall@1[kind=lexical]`. In YAML such a name stands in quotes.',
  '',
];

function textOf(id: string, texts: ReadonlyMap<string, FormatText>): FormatText {
  const text = texts.get(id);
  if (text === undefined) throw new Error(`src/formats/about has no text for the format ${id}`);
  return text;
}

function section(id: string, title: string, { reads, cannotKnow, file, policy }: FormatText): string[] {
  return [
    '',
    `## ${id}`,
    '',
    `**${title}**`,
    '',
    `**What is read.** ${reads}`,
    '',
    `**What cannot be known.** ${cannotKnow}`,
    '',
    '```sh',
    `evalguard record ${file} --dry-run`,
    '```',
    '',
    '```yaml',
    'version: 1',
    'series:',
    ...policy.split('\n').map((line) => `  ${line}`),
    '```',
  ];
}
