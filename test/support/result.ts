/** A small native result, as a harness would write it. */
export function nativeResult(scores: readonly boolean[] = [true, true, false], extra: object = {}): string {
  return `${JSON.stringify(
    {
      schema: 'evalguard.result/v1',
      metrics_version: 1,
      method: { limits: {} },
      models: { agent: 'acme:reader-2' },
      results: scores.map((passed, index) => ({ id: `case-${index + 1}`, scores: { passed } })),
      ...extra,
    },
    null,
    2,
  )}\n`;
}
