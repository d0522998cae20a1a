import { expect, test } from 'vitest';
import { failureOf } from '../../src/formats/failure.ts';

test.each([
  ["planner: (RESOURCE_EXHAUSTED): 429 RESOURCE_EXHAUSTED. {'error': {'code': 429", 'target_quota'],
  ['RateLimitError: too many', 'target_quota'],
  ['You exceeded your current quota', 'target_quota'],
  ['HTTP 429', 'target_quota'],
  ['TimeoutError: 60 s', 'target_timeout'],
  ['the request timed out', 'target_timeout'],
  ['DeadlineExceeded: x', 'target_timeout'],
  ['planner: could not produce a valid task list', 'target_error'],
  ['line 4290 of the log', 'target_error'],
  ['ValueError: kaboom', 'target_error'],
])('K104: %s is %s', (text, kind) => {
  expect(failureOf(text)).toBe(kind);
});
