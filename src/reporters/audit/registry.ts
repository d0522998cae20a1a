import type { Audit } from '../../core/audit.ts';
import { json } from '../json.ts';
import type { ReporterOptions } from '../registry.ts';
import { auditMarkdown } from './markdown.ts';
import { auditTerminal } from './terminal.ts';

/** Renders an audit: the same audit and options give the same bytes. */
export type AuditReporter = (audit: Audit, options: ReporterOptions) => string;

/** The reporters of an audit by the name that `--format` takes. */
export const AUDIT_REPORTERS: ReadonlyMap<string, AuditReporter> = new Map<string, AuditReporter>([
  ['terminal', auditTerminal],
  ['json', json],
  ['markdown', auditMarkdown],
]);
