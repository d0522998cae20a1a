import type { Report } from '../core/report.ts';
import { completenessSuite } from './junit/completeness.ts';
import { junitXml } from './junit/document.ts';
import { ledgerSuite, lookedAt } from './junit/ledger.ts';
import { thresholdSuite } from './junit/thresholds.ts';

/** The report as JUnit XML: the records, the thresholds, and what could not be told, a suite each. */
export function junit(report: Report): string {
  return junitXml([
    ledgerSuite(report),
    thresholdSuite(report.thresholds),
    completenessSuite(report.incomplete, lookedAt(report)),
  ]);
}
