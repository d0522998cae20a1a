import type { Recorded, RecordedFile } from '../core/record/recorded.ts';
import type { Secret } from '../core/record/secret-signs.ts';
import type { FindingReport } from '../core/rule.ts';
import { logLine, shorten, visible } from '../core/text.ts';
import { json } from './json.ts';

const text = (words: string) => shorten(visible(words), 2_000);

/** What `record` says to a person. */
export function recordedText(recorded: Recorded): string {
  const lines = recordedLines(recorded).map(logLine);
  return `${lines.join('\n')}\n`;
}

function recordedLines(recorded: Recorded): string[] {
  switch (recorded.kind) {
    case 'recorded': {
      const outside = recorded.guarded
        ? []
        : [
            '  warning  nothing guards it: it lies in no ledger directory of a git repository (`ledger` in evalguard.yaml names them)',
          ];
      return recorded.records.flatMap((file) => [...fileLines(file, recorded.dryRun), ...outside]);
    }
    case 'refused':
      return [
        'Nothing was recorded: what is written once must be right, and `evalguard check` would refuse it.',
        ...recorded.findings.flatMap(findingLines),
      ];
    case 'secrets':
      return [
        'Nothing was recorded: the result holds what looks like keys, and a record can never be taken back.',
        ...recorded.secrets.map(secretLine),
        '  → Revoke those that are keys, and take them out of the output. If they are none, record with --allow-secrets, or allow them under `secrets.allow` in the policy.',
      ];
  }
}

function fileLines(file: RecordedFile, dryRun: boolean): string[] {
  const { path, assumed, notes, losses, secrets, findings } = file;
  return [
    `${dryRun ? 'would record' : 'recorded'} ${text(path)}`,
    ...(assumed.length === 0 ? [] : [`  not stated, so taken: ${text(assumed.join(', '))}`]),
    ...notes.map((note) => `  note  ${text(note)}`),
    ...losses.map((loss) => `  not read, or not in the file: ${text(loss)}`),
    ...secrets.map(secretLine),
    ...findings.flatMap(findingLines),
  ];
}

function secretLine({ pointer, kind }: Secret): string {
  return `  warning  ${text(pointer || 'the whole file')} looks like ${kind}`;
}

function findingLines({
  severity,
  path,
  line,
  column,
  pointer,
  message,
  remedy,
  rule,
}: FindingReport): string[] {
  const place = line === null ? (pointer ?? '') : `:${line}${column === null ? '' : `:${column}`}`;
  return [
    `  ${severity}  ${text(`${path ?? ''}${place}`)}  ${text(message)}  (${text(rule)})`,
    `    → ${text(remedy)}`,
  ];
}

/** What `record --json` says to a script: one object for one record, a list for several. */
export function recordedJson(recorded: Recorded): string {
  return json(recordedValue(recorded));
}

function recordedValue(recorded: Recorded): object {
  if (recorded.kind === 'refused') return { recorded: false, findings: recorded.findings };
  if (recorded.kind === 'secrets') return { recorded: false, secrets: recorded.secrets };
  const records = recorded.records.map(({ text: content, path, ...file }) => ({
    path,
    recorded: !recorded.dryRun,
    guarded: recorded.guarded,
    ...file,
    ...(recorded.dryRun ? { record: JSON.parse(content) as unknown } : {}),
  }));
  const [first, ...others] = records;
  return first !== undefined && others.length === 0 ? first : records;
}
