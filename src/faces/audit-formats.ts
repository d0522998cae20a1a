import type { Audit } from '../core/audit.ts';
import { AUDIT_REPORTERS } from '../reporters/audit/registry.ts';
import type { FormatOptions } from './format.ts';

type AuditFormat = (audit: Audit, options: FormatOptions) => string | Promise<string>;

/** The formats of an audit by name. What machines alone read is loaded only where it is asked for. */
export const AUDIT_FORMATS: ReadonlyMap<string, AuditFormat> = new Map<string, AuditFormat>([
  ...AUDIT_REPORTERS,
  ['sarif', async (audit, options) => (await import('./audit-sarif.ts')).sarifOfAudit(audit, options)],
  ['junit', async (audit) => (await import('../reporters/junit.ts')).auditJUnit(audit)],
]);
