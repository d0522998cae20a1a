import type { Command } from 'commander';
import { version } from '../../../package.json';
import { openRepository } from '../../adapters/git/repository.ts';
import type { AuditOptions } from '../../commands/audit/read/history.ts';
import type { Audit } from '../../core/audit.ts';
import { addCommand, retractCommand } from '../../core/shell.ts';
import { logLine, visible } from '../../core/text.ts';
import { auditPage } from '../../reporters/audit.ts';
import { json } from '../../reporters/json.ts';
import { type Formats, formatsOf, sarifTool } from '../formats.ts';
import {
  type Cli,
  type CommonOptions,
  exitCodesText,
  NOT_LOOKED,
  placeOf,
  withCommonOptions,
} from './command.ts';
import { Outputs, progressOn } from './outputs.ts';

interface AuditFlags extends CommonOptions {
  readonly head?: string;
  readonly since?: string;
  readonly eachCommit?: boolean;
  readonly restore?: string;
  readonly summary?: boolean;
}

const EXIT_CODES = exitCodesText({
  0: 'every record that ever landed is as it landed, or its loss is acknowledged; with --restore, it was recorded again',
  1: 'a record was changed or lost',
  3: NOT_LOOKED,
});

/** The formats of an audit. */
export const AUDIT_FORMATS: Formats<Audit> = formatsOf(
  { log: () => auditPage },
  {
    sarif: async (audit, options) =>
      (await import('../../reporters/sarif.ts')).auditSarif(audit, await sarifTool(options)),
    junit: async (audit) => (await import('../../reporters/junit.ts')).auditJUnit(audit),
  },
);

/** The same, with the summary as its page. */
const SUMMARY_FORMATS: Formats<Audit> = new Map([
  ...AUDIT_FORMATS,
  ...formatsOf<Audit>({ log: async () => (await import('../../reporters/summary.ts')).auditSummary }),
]);

/** `evalguard audit`: write-once over the whole landed history. */
export function addAudit(program: Command, cli: Cli): void {
  const command = program
    .command('audit')
    .description('hold the whole landed history to write-once, and name what broke it')
    .option('--head <rev>', 'the newest commit (default: HEAD)')
    .option('--since <rev>', 'only what came after this ancestor, whose history was audited before')
    .option('--each-commit', 'every commit of the history, not only what landed along first parents')
    .option('--summary', 'only how many records lost something, and which lost most')
    .option('--restore <path>', 'record again, under a free name, what this record lost')
    .addHelpText('after', EXIT_CODES);
  withCommonOptions(command, [...AUDIT_FORMATS.keys()]).action(async (flags: AuditFlags) => {
    if (flags.restore !== undefined) return restoring(flags, flags.restore, cli.host);
    const outputs = new Outputs(flags, flags.summary ? SUMMARY_FORMATS : AUDIT_FORMATS, cli.host);
    const options = auditOptions(flags, cli.host);
    const opening = openRepository(options);
    // A failure is reported by the audit; until it is loaded it must not count as unhandled.
    opening.catch(() => {});
    const { audit } = await import('../../commands/audit/audit.ts');
    const result = await audit({ ...options, opening });
    await outputs.deliver(result, result.outcome === 'pass');
    cli.exit(result.exit_code);
  });
}

/** Restores, and says what to do with what was restored. */
async function restoring(flags: AuditFlags, path: string, host: Cli['host']): Promise<void> {
  const { restore } = await import('../../commands/audit/restore.ts');
  const producer = `evalguard ${version}`;
  const restored = await restore({ ...auditOptions(flags, host), path, from: host.cwd, producer });
  if (flags.format === 'json') {
    host.stdout.write(json(restored));
    return;
  }
  const { of, form } = restored;
  const how = form === 'result' ? 'as a new run that names its source' : 'byte for byte';
  const lines = [
    `restored ${restored.path} (${how})`,
    `  what stood at ${of.path} in ${of.commit}`,
    `  Commit it: ${addCommand(restored.path)}`,
    `  Then acknowledge the loss: ${retractCommand(of.commit, of.path)}`,
  ];
  host.stdout.write(lines.map((line) => `${logLine(visible(line))}\n`).join(''));
}

function auditOptions(flags: AuditFlags, host: Cli['host']): AuditOptions {
  return {
    ...placeOf(flags, host),
    head: flags.head === undefined ? null : { text: flags.head, origin: '--head' },
    since: flags.since === undefined ? null : { text: flags.since, origin: '--since' },
    commits: flags.eachCommit ? 'every' : 'landed',
    progress: progressOn(host.stderr),
  };
}
