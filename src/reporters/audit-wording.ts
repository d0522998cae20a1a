import type { Audit, AuditedRecord, ExemptFile, LossReport, RecordStatus } from '../core/audit.ts';
import { retractCommand, shellWord } from '../core/shell.ts';
import { count, policySentence, type Style } from '../core/wording.ts';
import type { Block } from './page.ts';

/** The outcome in a sentence: what the exit code means, without naming it. */
export function auditSentence({ outcome, counts, range, incomplete }: Audit): string {
  const reasons = count(incomplete.length, 'reason');
  const looked = `${count(range.count, range.commits === 'landed' ? 'landed commit' : 'commit')}`;
  if (outcome === 'fail') {
    const also = incomplete.length === 0 ? '' : `; besides, evalguard could not tell everything (${reasons})`;
    return `${count(counts.broken, 'record')} did not stay as landed, and nothing in the ledger says so (${looked})${also}`;
  }
  if (outcome === 'incomplete')
    return `evalguard could not tell (${reasons}): neither a pass nor a violation`;
  const { acknowledged, restored } = counts;
  if (acknowledged + restored === 0) return `every record is as it landed (${looked})`;
  const losses = [
    ...(restored === 0 ? [] : [`${restored} restored`]),
    ...(acknowledged === 0 ? [] : [`${acknowledged} acknowledged by a retraction`]),
  ].join(', ');
  return `every record is as it landed, or its loss was made good: ${losses} (${looked})`;
}

/** How an audit ended. */
export function auditVerdict(audit: Audit): Block {
  const { outcome, exit_code } = audit;
  const sentence = auditSentence(audit);
  return { kind: 'verdict', name: 'evalguard audit', outcome, exit_code, sentence, counts: null, but: null };
}

/** What was looked at. */
export function auditRangeSentence({ range }: Audit, style: Style): string {
  if (range.head === null) return 'nothing';
  const head = style.code(range.head.slice(0, 12));
  const since = range.since === null ? 'from the beginning' : `after ${style.code(range.since.slice(0, 12))}`;
  const commits =
    range.commits === 'landed'
      ? `${count(range.count, 'landed commit')} (along first parents)`
      : `each of ${count(range.count, 'commit')}`;
  return `${commits} ${since} to ${head}, in ${range.ledger.map((directory) => style.code(directory)).join(', ')}`;
}

/** Where the audit's policy came from. */
export function auditPolicySentence({ range }: Audit, style: Style): string {
  return policySentence({ mode: 'all', base: null, head: range.head, policy: range.policy, how: '' }, style);
}

/** The heading over records of one status. */
export const RECORD_HEADINGS: Readonly<Record<RecordStatus, string>> = {
  broken: 'Records that did not stay as landed',
  unread: 'Records that did not stay as landed, perhaps acknowledged: that could not be read',
  acknowledged: 'Losses that a retraction acknowledges',
  restored: 'Records that were changed and stand again as landed',
};

/** The heading over exempt files that changed. */
export const EXEMPT_HEADING = 'Exempt files that changed, which is no loss';

/** How often an exempt file changed, in words. */
export function exemptText({ changes, last }: ExemptFile, style: Style): string {
  return `changed ${changes === 1 ? 'once' : `${changes} times`}, last by ${style.code(last.slice(0, 12))}`;
}

/** The commit that took a content away: short id, day, subject. */
export function commitText({ oid, committed, subject }: LossReport['commit'], style: Style): string {
  return `${style.code(oid.slice(0, 12))} of ${committed.slice(0, 10)} (${style.text(subject)})`;
}

/** What became of a lost content, in a sentence. */
export function stateSentence(loss: LossReport, style: Style): string {
  const others = loss.held_by.map((path) => style.code(path)).join(', ');
  const kept =
    others === '' ? 'No record holds it now; the history does' : `Its content is held by ${others}`;
  switch (loss.status) {
    case 'lost':
    case 'elsewhere':
      return `${kept}.`;
    case 'unread':
      return 'No record holds the same bytes now. Whether a retraction acknowledges the loss could not be read.';
    case 'restored':
      return loss.restored_by === null
        ? 'It stands at its path again.'
        : `It stands at its path again since ${commitText(loss.restored_by, style)}.`;
    case 'meanwhile':
      return others === ''
        ? 'It stood here only while the restored content was away. If it was a run of its own, it has no record now.'
        : `It stood here only while the restored content was away, and has a record of its own: ${others}.`;
    case 'acknowledged':
      return `${kept}. ${style.code(loss.acknowledged_by ?? '')} acknowledges the loss.`;
  }
}

/** What to do about a record that is broken; `null` where nothing must be done. */
export function auditRemedy({ path, status, losses }: AuditedRecord): string | null {
  const open = losses.filter((loss) => loss.status === 'lost' || loss.status === 'elsewhere');
  const first = open[0];
  if (status !== 'broken' || first === undefined) return null;
  const more = open.length > 1 ? ` (and each of the other contents with one of its own)` : '';
  const acknowledge = `acknowledge the loss: \`${retractCommand(first.source, path)}\`${more}.`;
  // What grew since stays: the file as a whole need not stand again.
  if (open.every(({ rule }) => rule === 'ledger/row-changed')) {
    return `Put back what landed, beside what was added since: \`${first.show}\` prints it. If the change was right, ${acknowledge}`;
  }
  const home = open.find((loss) => loss.status === 'elsewhere')?.held_by[0];
  const keep = open.some((loss) => loss.status === 'lost')
    ? `Record it again under a free name: \`evalguard audit --restore ${shellWord(path)}\`.`
    : `Whatever cites this path for it must cite \`${home ?? ''}\`.`;
  return `${keep} Then ${acknowledge}`;
}
