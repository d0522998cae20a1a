import { expect, test } from 'vitest';
import { failureOf, judgeFailureOf } from '../../src/formats/failure.ts';

test.each([
  ["planner: (RESOURCE_EXHAUSTED): 429 RESOURCE_EXHAUSTED. {'error': {'code': 429", 'target_quota'],
  ['RateLimitError: too many', 'target_quota'],
  ['You exceeded your current quota', 'target_quota'],
  ['HTTP 429', 'target_quota'],
  ['billing: insufficient credits, please top up', 'target_quota'],
  ['Your credit balance is too low', 'target_quota'],
  ['the customer has insufficient evidence', 'target_error'],
  ['TimeoutError: 60 s', 'target_timeout'],
  ['the request timed out', 'target_timeout'],
  ['DeadlineExceeded: x', 'target_timeout'],
  ['planner: could not produce a valid task list', 'target_error'],
  ['line 4290 of the log', 'target_error'],
  ['ValueError: kaboom', 'target_error'],
])('K104: %s is %s', (text, kind) => {
  expect(failureOf(text)).toBe(kind);
});

test.each([
  ['HTTP 429', 'judge_quota'],
  ['Your credit balance is too low', 'judge_quota'],
  ['the request timed out', 'judge_timeout'],
  ['Could not extract JSON from llm-rubric response', 'judge_unparseable'],
  ['Unexpected token in parsing', 'judge_unparseable'],
  ['socket hang up', 'judge_error'],
])('K100: a judge’s %s is %s', (text, kind) => {
  expect(judgeFailureOf(text)).toBe(kind);
});
