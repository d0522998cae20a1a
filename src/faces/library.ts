import { isAbsolute, resolve } from 'node:path';
import { version } from '../../package.json';
import { outlineOf } from '../adapters/schemas/outline.ts';
import { type Checked, check } from '../commands/check/check.ts';
import type { RangeOptions } from '../commands/check/read/range.ts';
import { decodeInput } from '../commands/record/input.ts';
import { record } from '../commands/record/record.ts';
import { show } from '../commands/show/show.ts';
import { type EvalguardError, inputError } from '../core/error.ts';
import type { NativeResult } from '../core/native.ts';
import type { Reading } from '../core/reading.ts';
import { firstUnwritable } from '../core/record/canonical.ts';
import type { Recorded, RecordedFile } from '../core/record/recorded.ts';
import type { Shown } from '../core/report.ts';

/** Where evalguard looks. What is left out is the process's own. */
export interface PlaceOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The policy's path in the repository; `evalguard.yaml` unless said. */
  readonly config?: string;
  /** A file on disk as the policy, trusted as given; it goes before `config`. */
  readonly policyFile?: string;
}

export interface RecordResultOptions extends PlaceOptions {
  readonly suite?: string;
  /** The UTC day of the run, `YYYY-MM-DD`. */
  readonly date?: string;
  readonly routing?: string;
  readonly variant?: string;
  /** The directory to record into; the policy's first ledger unless said. */
  readonly ledger?: string;
  /** Why the run could not measure: one of the reasons, with free text after a colon. */
  readonly unmeasured?: string;
  readonly allowSecrets?: boolean;
  /** Write nothing; report what would be written. */
  readonly dryRun?: boolean;
}

/**
 * Records a run: checks it as `evalguard check` would and writes it whole under the next free name, never over a file.
 * Throws an `EvalguardError` that says why where it is refused or cannot be written; then nothing was written.
 */
export async function recordResult(
  result: NativeResult,
  options: RecordResultOptions = {},
): Promise<RecordedFile> {
  const unwritable = firstUnwritable(result, outlineOf('result'));
  if (unwritable !== null) {
    throw inputError(
      `Nothing was recorded: ${unwritable.pointer === '' ? 'the result' : unwritable.pointer}: ${unwritable.problem}, so JSON would say something else.`,
      'Hand over plain JSON: a value that was not measured is null, with its reason under `unmeasured` or as the `error` of its row; a date is text, a large id is text, and what is not known is left out.',
    );
  }
  const place = placeOf(options);
  const recorded = await record({
    ...place,
    now: new Date(),
    producer: `evalguard ${version}`,
    input: { name: '-', bytes: new TextEncoder().encode(JSON.stringify(result)) },
    inputFile: null,
    written: null,
    from: 'native',
    ledger: options.ledger === undefined ? null : resolve(place.cwd, options.ledger),
    given: options,
    metricsVersion: null,
    models: new Map(),
    unmeasured: options.unmeasured ?? null,
    allowSecrets: options.allowSecrets ?? false,
    dryRun: options.dryRun ?? false,
  });
  const [file] = recorded.kind === 'recorded' ? recorded.records : [];
  if (file === undefined) throw refused(recorded);
  return file;
}

function refused(recorded: Recorded): EvalguardError {
  const reasons =
    recorded.kind === 'refused'
      ? recorded.findings
          .filter(({ severity }) => severity === 'error')
          .map(
            ({ rule, pointer, message }) => `${pointer === null ? '' : `${pointer}: `}${message} (${rule})`,
          )
      : recorded.kind === 'secrets'
        ? recorded.secrets.map(({ pointer, kind }) => `${pointer} looks like ${kind}`)
        : [];
  return inputError(
    `Nothing was recorded:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`,
    recorded.kind === 'secrets'
      ? 'Take them out of the result. If they are none, record with allowSecrets.'
      : 'Mend what is listed and record again.',
  );
}

/** A file's runs and arms, read by the reader of that id, or by whichever knows the file. Empty where none does. */
export async function readResult(file: {
  readonly name: string;
  readonly bytes: Uint8Array;
}): Promise<readonly Reading[]> {
  return (await decodeInput(file, null)).readings;
}

/** What `evalguard show` tells of a file or of `REV:PATH`. */
export function showResult(result: string, options: PlaceOptions = {}): Promise<Shown> {
  const place = placeOf(options);
  return show({ ...place, from: place.cwd, result });
}

export interface CheckLedgerOptions extends PlaceOptions {
  /** Compare with this revision; the default branch unless said. */
  readonly base?: string;
  /** Judge this revision; `HEAD` unless said. */
  readonly head?: string;
  /** Judge what is about to be committed, or every record, instead of what a range adds. */
  readonly scope?: 'range' | 'staged' | 'all';
}

/** What `evalguard check` says. Throws where the call or the policy cannot be used; a check that fails is a report. */
export function checkLedger(options: CheckLedgerOptions = {}): Promise<Checked> {
  return check({ ...placeOf(options), range: rangeOf(options), now: new Date() });
}

function rangeOf({ base, head, scope = 'range' }: CheckLedgerOptions): RangeOptions {
  if (scope === 'staged') return { mode: 'staged', mustDiffer: false };
  return {
    mode: scope === 'all' ? 'all' : 'diff',
    base: base === undefined ? null : { text: base, origin: 'base' },
    head: head === undefined ? null : { text: head, origin: 'head' },
  };
}

function placeOf({
  cwd = process.cwd(),
  env = process.env,
  config = 'evalguard.yaml',
  policyFile,
}: PlaceOptions) {
  const file = policyFile === undefined || isAbsolute(policyFile) ? policyFile : resolve(cwd, policyFile);
  return { cwd, env, policy: file === undefined ? { config } : { file } };
}
