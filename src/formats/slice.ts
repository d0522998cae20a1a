/** The name of a metric over a part of the rows: `recall@1[kind=lexical]`. */
export function sliceName(metric: string, key: string, value: string): string {
  return `${metric}[${key}=${value}]`;
}
