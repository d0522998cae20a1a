import { version } from '../../package.json';
import type { Audit } from '../core/audit.ts';
import { auditSarif } from '../reporters/sarif.ts';
import { rules } from '../rules/registry.ts';
import type { FormatOptions } from './format.ts';

/** The audit as SARIF, with what the rules say of themselves. */
export function sarifOfAudit(audit: Audit, { repository }: FormatOptions): string {
  return auditSarif(audit, { version, rules, repository });
}
