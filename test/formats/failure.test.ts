import { describe, expect, it, test } from 'vitest';
import { failureOf, isErrorText, judgeFailureOf } from '../../src/formats/failure.ts';

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

describe('the text of an error (A10)', () => {
  it.each([
    '[ERROR] 429 Too Many Requests',
    '[error] judge timed out',
    '  **[ERROR]** quota',
    '❌ Error: 503',
    '⚠️ [TIMEOUT] no answer',
    'HTTP 429: rate limited',
    'HTTP/1.1 503 Service Unavailable',
    'Error 500',
    'Status code: 502',
    '429 Too Many Requests',
    '504 Gateway Timeout',
    'Error: 429',
    'HTTP 429 quota exceeded for this model',
    'HTTP 503 the server is overloaded',
    'Request timed out.',
    'Connection error.',
    'ECONNRESET',
    'Error: API call failed',
    'Error: connect ECONNREFUSED 127.0.0.1:11434',
    'Error: ETIMEDOUT',
    'Error: timed out after 30 s',
    'openai.RateLimitError: Error code: 429',
    'APIConnectionError: Connection error.',
    'requests.exceptions.ReadTimeout: HTTPSConnectionPool',
    'API call error: 401',
    'Grader failed: no JSON',
    'Could not extract JSON from llm-rubric response',
    'Traceback (most recent call last):',
    '{"error": {"code": 429}}',
    '{ "error": "quota" }',
  ])('%s is one', (text) => {
    expect(isErrorText(text)).toBe(true);
  });

  it.each([
    '',
    'The answer is right.',
    'It returns HTTP 429 as asked.',
    'Error handling is complete.',
    'Error: none',
    'Error: the answer confuses two rivers',
    'ValueError: raised as the task asks',
    'The text "[ERROR] 429" is quoted correctly.',
    'HTTP 429 is explained as asked.',
    'HTTP 404 Not Found is returned, as it should be',
    'Error 404 pages are described',
    'Error 500 handling is complete',
    'Status: 404 as expected',
    '404 Not Found is returned, as specified',
    '500 Internal Server Error was what the user asked about',
    'Error: expected, and reported as asked',
    'Request timed out is the message that the task asks for',
    '429 of 500 points',
    '500 words, as asked',
    'Timeout behaviour is explained well',
    'Rate limits are named',
    '{"errors": 0}',
    '{"score": 1, "error": "x"}',
    'No error',
    'Connection: the two ideas are linked',
    'Validation: done by the answer itself',
    'API: named and explained',
    'Judge not; the text is fine',
  ])('%j is none', (text) => {
    expect(isErrorText(text)).toBe(false);
  });
});
