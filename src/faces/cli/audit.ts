import type { Command } from 'commander';
import { type AuditOptions, audit } from '../../commands/audit/audit.ts';
import { AUDIT_REPORTERS } from '../../reporters/audit/registry.ts';
import type { Cli } from '../cli.ts';
import type { HostProcess } from '../process.ts';
import { type CommonOptions, directoryOf, fileArgument, withCommonOptions } from './common.ts';
import { Outputs } from './outputs.ts';
import { progressOn } from './progress.ts';

interface AuditFlags extends CommonOptions {
  readonly head?: string;
  readonly since?: string;
  readonly eachCommit?: boolean;
}

/** `evalguard audit`: write-once over the whole landed history. */
export function addAudit(program: Command, cli: Cli): void {
  const command = program
    .command('audit')
    .description('hold the whole landed history to write-once, and name what broke it')
    .option('--head <rev>', 'the newest commit (default: HEAD)')
    .option('--since <rev>', 'only what came after this ancestor, whose history was audited before')
    .option('--each-commit', 'every commit of the history, not only what landed along first parents');
  withCommonOptions(command, [...AUDIT_REPORTERS.keys()]).action(async (flags: AuditFlags) => {
    const outputs = new Outputs(flags, AUDIT_REPORTERS, cli.host);
    const result = await audit(auditOptions(flags, cli.host));
    await outputs.deliver(result);
    cli.exit(result.exit_code);
  });
}

function auditOptions(flags: AuditFlags, host: HostProcess): AuditOptions {
  return {
    cwd: directoryOf(flags, host),
    env: host.env,
    head: flags.head === undefined ? null : { text: flags.head, origin: '--head' },
    since: flags.since === undefined ? null : { text: flags.since, origin: '--since' },
    commits: flags.eachCommit ? 'every' : 'landed',
    policy:
      flags.policyFile === undefined
        ? { config: flags.config }
        : { file: fileArgument(flags.policyFile, host) },
    progress: progressOn(host.stderr),
  };
}
