import { describe, expect, it } from 'vitest';
import { dateIn, daysBetween, isDate, isTime } from '../../src/core/calendar.ts';

describe('isDate', () => {
  it.each(['2026-09-28', '2024-02-29', '2000-02-29', '0001-01-31', '2026-12-31'])('takes %s', (text) => {
    expect(isDate(text)).toBe(true);
  });
  it.each([
    ...['2026-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00', '2026-1-1'],
    ...['26-01-01', '2026-01-01 ', '2026-01-01\n', '20260101', '', '２０２６-01-01', '2026-01-01T00:00:00Z'],
  ])('refuses %j', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

describe('isTime', () => {
  it.each([
    ...['2026-09-28T10:11:12Z', '2026-09-28T10:11:12.123456+02:00', '2026-09-28t10:11:12z'],
    ...['2016-12-31T23:59:60Z', '2026-09-28T00:00:00-00:00'],
  ])('takes %s', (text) => {
    expect(isTime(text)).toBe(true);
  });
  it.each([
    ...[
      '2026-09-28T10:11:12',
      '2026-09-28 10:11:12Z',
      '2026-09-28',
      '2026-09-28T10:11Z',
      '2026-02-30T10:11:12Z',
    ],
    ...['2026-09-28T24:00:00Z', '2026-09-28T10:60:00Z', '2026-09-28T10:11:61Z', '2026-09-28T10:11:12+24:00'],
    ...['2026-09-28T10:11:12+0200', '2026-09-28T10:11:12Z\n', ''],
  ])('refuses %j (K159: no zone, or a space for the T)', (text) => {
    expect(isTime(text)).toBe(false);
  });
});

describe('dateIn', () => {
  it.each([
    ['eval-2026-09-28-corpus-run1.json', '2026-09-28'],
    ['2026-09-28T10-11-12Z.json', '2026-09-28'],
    ['eval-run1.json', null],
    ['2026-13-28.json', null],
    ['12026-09-28.json', null],
    ['2026-09-28-against-2026-09-28.json', '2026-09-28'],
    ['2026-09-28-against-2026-09-27.json', null],
  ])('%s: %s', (name, day) => {
    expect(dateIn(name)).toBe(day);
  });
});

describe('daysBetween', () => {
  it.each([
    ['2026-01-05', '2026-07-23', 199],
    ['2026-07-23', '2026-07-23', 0],
    ['2026-07-23', '2026-07-22', -1],
    ['2024-02-28', '2024-03-01', 2],
    ['2026-07-23', null, null],
    ['soon', '2026-07-23', null],
  ])('from %s to %s: %s', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });
});
