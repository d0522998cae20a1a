/** What evalguard's own records call themselves: the value of their `schema`. */
export const RESULT_SCHEMA = 'evalguard.result/v1';
export const RETRACTION_SCHEMA = 'evalguard.retraction/v1';

/** The schemas that a record of the ledger may name. */
export const RECORD_SCHEMAS: readonly string[] = [RESULT_SCHEMA, RETRACTION_SCHEMA, 'evalguard.report/v1'];

/** How native results are named where no series says otherwise. */
export const RESULT_NAME = '{suite}-{date}-{routing}[-{variant}]-run{run}.json';
