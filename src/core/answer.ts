import type { Row } from './reading.ts';

/** The answer that a row keeps, as a text that two equal ones share; `null` where it keeps none. */
export function answerOf({ source }: Pick<Row, 'source'>): string | null {
  const answer = Object.hasOwn(source, 'output') ? (source['output'] ?? null) : null;
  return answer === null ? null : JSON.stringify(answer);
}
