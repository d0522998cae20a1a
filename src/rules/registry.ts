import { type FindingOf, type FindingReport, wordFinding } from '../core/rule.ts';
import { citationBroken } from './citation-broken.ts';
import { citationRetracted } from './citation-retracted.ts';
import { citationStale } from './citation-stale.ts';
import { comparisonRegressed } from './comparison-regressed.ts';
import { evidenceContradicted } from './evidence-contradicted.ts';
import { evidenceMismatch } from './evidence-mismatch.ts';
import { evidencePromptDigest } from './evidence-prompt-digest.ts';
import { evidenceVerdictMismatch } from './evidence-verdict-mismatch.ts';
import { fileDuplicateKey } from './file-duplicate-key.ts';
import { fileEncoding } from './file-encoding.ts';
import { fileLfsPointer } from './file-lfs-pointer.ts';
import { fileNotFinite } from './file-not-finite.ts';
import { fileSecret } from './file-secret.ts';
import { fileTooLarge } from './file-too-large.ts';
import { fileUnparsable } from './file-unparsable.ts';
import { judgeInsideModels } from './judge-inside-models.ts';
import { judgeMissing } from './judge-missing.ts';
import { judgeNotIndependent } from './judge-not-independent.ts';
import { judgeOnScriptedRun } from './judge-on-scripted-run.ts';
import { judgeRouterAlias } from './judge-router-alias.ts';
import { judgeServed } from './judge-served.ts';
import { judgeTally } from './judge-tally.ts';
import { judgeUnknownRoute } from './judge-unknown-route.ts';
import { ledgerAddedToFolder } from './ledger-added-to-folder.ts';
import { ledgerAttributes } from './ledger-attributes.ts';
import { ledgerChangedByMerge } from './ledger-changed-by-merge.ts';
import { ledgerDeleted } from './ledger-deleted.ts';
import { ledgerEmpty } from './ledger-empty.ts';
import { ledgerExemptChanged } from './ledger-exempt-changed.ts';
import { ledgerGrown } from './ledger-grown.ts';
import { ledgerMode } from './ledger-mode.ts';
import { ledgerModified } from './ledger-modified.ts';
import { ledgerNameCollision } from './ledger-name-collision.ts';
import { ledgerNotAFile } from './ledger-not-a-file.ts';
import { ledgerOverwritesBase } from './ledger-overwrites-base.ts';
import { ledgerRenamed } from './ledger-renamed.ts';
import { ledgerRewrittenInRange } from './ledger-rewritten-in-range.ts';
import { ledgerRowChanged } from './ledger-row-changed.ts';
import { ledgerUnportableName } from './ledger-unportable-name.ts';
import { policyChanged } from './policy-changed.ts';
import { policyLoosened } from './policy-loosened.ts';
import { policyRepaired } from './policy-repaired.ts';
import { requirementRegressed } from './requirement-regressed.ts';
import { requirementStale } from './requirement-stale.ts';
import { requirementUnmeasured } from './requirement-unmeasured.ts';
import { resultDate } from './result-date.ts';
import { resultDefinitionChanged } from './result-definition-changed.ts';
import { resultDuplicateEvidence } from './result-duplicate-evidence.ts';
import { resultDuplicateRow } from './result-duplicate-row.ts';
import { resultDuplicateRun } from './result-duplicate-run.ts';
import { resultGrid } from './result-grid.ts';
import { resultLimitsMissing } from './result-limits-missing.ts';
import { resultName } from './result-name.ts';
import { resultNameMismatch } from './result-name-mismatch.ts';
import { resultScale } from './result-scale.ts';
import { resultSchema } from './result-schema.ts';
import { resultUnclaimed } from './result-unclaimed.ts';
import { resultUnknownFormat } from './result-unknown-format.ts';
import { retractionDigest } from './retraction-digest.ts';
import { retractionSetsAside } from './retraction-sets-aside.ts';
import { retractionTarget } from './retraction-target.ts';
import { thresholdMissed } from './threshold-missed.ts';
import { thresholdUnknownMetric } from './threshold-unknown-metric.ts';
import { thresholdUnmeasured } from './threshold-unmeasured.ts';
import { unmeasuredCoverage } from './unmeasured-coverage.ts';
import { unmeasuredNoReason } from './unmeasured-no-reason.ts';
import { unmeasuredZeroOverNothing } from './unmeasured-zero-over-nothing.ts';

/** Rules that look at what a range does to the ledger. */
export const rangeRules = [
  ledgerModified,
  ledgerRowChanged,
  ledgerDeleted,
  ledgerRenamed,
  ledgerNotAFile,
  ledgerUnportableName,
  ledgerNameCollision,
  ledgerOverwritesBase,
  ledgerAddedToFolder,
  ledgerChangedByMerge,
  ledgerAttributes,
  ledgerRewrittenInRange,
  ledgerEmpty,
  ledgerMode,
  ledgerGrown,
  ledgerExemptChanged,
] as const;

/** Rules that look at what a range does to the policy. */
export const policyRules = [policyChanged, policyLoosened, policyRepaired] as const;

/** Rules that look at one file by itself. */
export const fileRules = [
  fileUnparsable,
  fileDuplicateKey,
  fileNotFinite,
  fileEncoding,
  fileLfsPointer,
  fileTooLarge,
  fileSecret,
] as const;

/** Rules that look at one record. */
export const recordRules = [
  ...fileRules,
  resultSchema,
  resultUnknownFormat,
  resultName,
  resultNameMismatch,
  resultLimitsMissing,
  resultDuplicateRow,
  resultGrid,
  resultDate,
  resultScale,
  unmeasuredZeroOverNothing,
  unmeasuredNoReason,
  judgeInsideModels,
  judgeNotIndependent,
  judgeRouterAlias,
  judgeUnknownRoute,
  judgeMissing,
  judgeOnScriptedRun,
  judgeServed,
  unmeasuredCoverage,
  evidenceContradicted,
  evidenceMismatch,
  evidenceVerdictMismatch,
  evidencePromptDigest,
  judgeTally,
] as const;

/** Rules that look at several results side by side. */
export const resultsRules = [
  resultUnclaimed,
  resultDuplicateRun,
  resultDuplicateEvidence,
  resultDefinitionChanged,
] as const;

/** Rules that look at one retraction. */
export const retractionRules = [retractionTarget, retractionDigest, retractionSetsAside] as const;

/** Rules that look at what the policy requires of a change. */
export const requirementRules = [requirementUnmeasured, requirementRegressed, requirementStale] as const;

/** Rules that look at what added results are compared with. */
export const comparisonRules = [comparisonRegressed] as const;

/** Rules that look at judged thresholds. */
export const thresholdRules = [thresholdMissed, thresholdUnmeasured, thresholdUnknownMetric] as const;

/** Rules that look at numbers in Markdown that cite records. */
export const citationRules = [citationStale, citationBroken, citationRetracted] as const;

/** Every rule, in the order of the documentation. Ids are public and never renamed. */
export const rules = [
  ...rangeRules,
  ...policyRules,
  ...recordRules,
  ...resultsRules,
  ...thresholdRules,
  ...comparisonRules,
  ...requirementRules,
  ...citationRules,
  ...retractionRules,
] as const;

/** A finding of any rule: each id with its own data. */
export type RuleFinding = FindingOf<(typeof rules)[number]>;

const byId = new Map(rules.map((rule) => [rule.id as string, rule]));

/** A finding in its rule's words. */
export function word(finding: RuleFinding): FindingReport {
  const rule = byId.get(finding.rule);
  if (rule === undefined) throw new TypeError(`no rule ${finding.rule}`);
  return wordFinding(rule, finding);
}
