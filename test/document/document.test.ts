import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPointer, parsePointer, resolvePointer } from '../../src/document/document.ts';

describe('JSON pointers', () => {
  // RFC 6901, section 5
  const rfc = JSON.parse(
    '{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}',
  );
  test.each([
    ['', rfc],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('"%s" resolves as RFC 6901 says', (pointer, value) => {
    expect(resolvePointer(rfc, pointer)).toEqual(value);
  });

  test.each(['foo', '/~', '/~2', '/a~'])('"%s" is no pointer', (text) => {
    expect(parsePointer(text)).toBeNull();
    expect(resolvePointer({}, text)).toBeUndefined();
  });

  test.each(['/constructor', '/__proto__', '/foo/length', '/foo/01', '/foo/-', '/foo/2', '/foo/0/0', '//x'])(
    '"%s" is not there: own properties only (K166)',
    (pointer) => {
      expect(resolvePointer(rfc, pointer)).toBeUndefined();
    },
  );

  test('what is formatted parses to the same tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a', 'é') })), (tokens) => {
        expect(parsePointer(formatPointer(tokens))).toEqual(tokens);
      }),
    );
  });
});
