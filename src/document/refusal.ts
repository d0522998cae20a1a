import { CR, isSpace, LF, textOf } from './ascii.ts';
import { binaryOf } from './binary.ts';
import type { Limits } from './document.ts';
import { Stop } from './fault.ts';
import { markLength } from './place.ts';
import { firstBadByte, foreignEncoding } from './utf8.ts';

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const LFS_SIZE = /^size (\d+)$/m;
// git writes seven of a kind; a base is shown between ||||||| and ======= in the diff3 style
const CONFLICT_LINE =
  /(?:^|[\r\n])(<{7}(?: [^\r\n]*)?|\|{7}(?: [^\r\n]*)?|={7}|>{7}(?: [^\r\n]*)?)(?=[\r\n]|$)/;

/** Throws a `Stop` for a file over the limit. */
export function refuseTooLarge(bytes: Uint8Array, limits: Limits): void {
  if (bytes.length > limits.bytes) stop('too-large', 0, { bytes: bytes.length, limit: limits.bytes });
}

/** Throws a `Stop` for bytes that are no text of ours, whatever the notation: another encoding, nothing, an LFS pointer. */
export function refuseForeign(bytes: Uint8Array): void {
  const binary = binaryOf(bytes);
  if (binary !== null) stop('encoding', 0, { binary: binary.name, advice: binary.advice });
  const encoding = foreignEncoding(bytes);
  if (encoding !== null) stop('encoding', 0, { encoding });
  const bad = firstBadByte(bytes);
  if (bad?.cut === true)
    stop('truncated', bad.offset, { bytes: bytes.length, expected: 'the rest of a character' });
  if (bad !== null)
    stop('encoding', bad.offset, { byte: `0x${bytes[bad.offset]!.toString(16).padStart(2, '0')}` });
  if (bytes.subarray(markLength(bytes)).every((byte) => isSpace(byte) || byte === 0)) {
    stop('empty', 0, { bytes: bytes.length });
  }
  const head = textOf(bytes, markLength(bytes), bytes.length < 1024 ? bytes.length : markLength(bytes));
  if (head.startsWith(LFS_POINTER)) stop('lfs-pointer', 0, { size: Number(LFS_SIZE.exec(head)?.[1] ?? 0) });
}

/** Throws a `Stop` at the first line that git writes into a file it could not merge. For texts that failed to parse. */
export function refuseConflict(bytes: Uint8Array): void {
  const start = markLength(bytes);
  const match = CONFLICT_LINE.exec(textOf(bytes, start, bytes.length));
  const marker = match?.[1];
  if (match === null || marker === undefined) return;
  const before = match.input.slice(0, match.index + match[0].length - marker.length);
  const offset = start + new TextEncoder().encode(before).length;
  stop('merge-conflict', offset, { marker: marker.slice(0, 7) });
}

/** Where the lines of the bytes begin and end; CRLF ends one line, and so do LF and CR alone. */
export function* linesOf(bytes: Uint8Array, start: number): Generator<readonly [number, number]> {
  let from = start;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== LF && byte !== CR) continue;
    yield [from, at];
    if (byte === CR && bytes[at + 1] === LF) at++;
    from = at + 1;
  }
  yield [from, bytes.length];
}

function stop(code: Stop['found']['code'], offset: number, data: Record<string, string | number>): never {
  throw new Stop({ code, pointer: '', offset, data });
}
