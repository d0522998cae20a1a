import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tree } from '../../../src/adapters/git/tree.ts';
import { trials } from '../../support/trial.ts';

const ID = 'a'.repeat(40);

function bytes(...lines: readonly (readonly [mode: string, name: string | Buffer, oid?: string])[]): Buffer {
  return Buffer.concat(
    lines.flatMap(([mode, name, oid = ID]) => [
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.from([0]),
      Buffer.from(oid, 'hex'),
    ]),
  );
}

function parsed(...lines: readonly (readonly [mode: string, name: string | Buffer])[]): Tree {
  const tree = Tree.parse(bytes(...lines), 40);
  if (typeof tree === 'string') throw new Error(tree);
  return tree;
}

describe('a tree is taken as git writes it, or not at all (A1)', () => {
  it.each([
    [
      'every kind',
      [
        ['100644', 'a'],
        ['100755', 'b'],
        ['40000', 'c'],
        ['120000', 'd'],
        ['160000', 'e'],
      ],
    ],
    [
      'a directory behind the names that begin with its own',
      [
        ['100644', 'a-b'],
        ['100644', 'a.b'],
        ['40000', 'a'],
        ['100644', 'a0'],
      ],
    ],
    [
      'names with dots and blanks',
      [
        ['100644', '...'],
        ['100644', '.gitignore'],
        ['100644', '.gitx'],
        ['100644', 'git~2'],
      ],
    ],
    ['bytes that are no UTF-8', [['100644', Buffer.from([0x61, 0xff])]]],
    ['a name that begins with an ignorable character', [['100644', '\u200ca']]],
  ] as const)('%s', (_, lines) => {
    const tree = Tree.parse(bytes(...lines), 40);
    expect(tree).toBeInstanceOf(Tree);
    expect((tree as Tree).oddMode).toBeNull();
  });

  it.each([
    [
      'a name twice',
      [
        ['100644', 'a'],
        ['100644', 'a'],
      ],
      'more than once',
    ],
    [
      'a name twice, apart',
      [
        ['100644', 'a'],
        ['100644', 'b'],
        ['100644', 'a'],
      ],
      'more than once',
    ],
    [
      'a file and a directory of one name',
      [
        ['100644', 'a'],
        ['40000', 'a'],
      ],
      'more than once',
    ],
    [
      'the same with names between',
      [
        ['100644', 'a'],
        ['100644', 'a-b'],
        ['100644', 'a.b'],
        ['40000', 'a'],
      ],
      'more than once',
    ],
    [
      'a submodule and a directory of one name',
      [
        ['160000', 'a'],
        ['100644', 'a.b'],
        ['40000', 'a'],
      ],
      'more than once',
    ],
    [
      'a directory before a file of its name',
      [
        ['40000', 'a'],
        ['100644', 'a'],
      ],
      'more than once',
    ],
    [
      'the wrong order',
      [
        ['100644', 'b'],
        ['100644', 'a'],
      ],
      "not in git's order",
    ],
    [
      'a directory sorted as a file',
      [
        ['40000', 'a'],
        ['100644', 'a.b'],
      ],
      "not in git's order",
    ],
    ['a slash', [['100644', 'results/run1.json']], 'with a slash'],
    ['a way up', [['40000', 'x/../results']], 'with a slash'],
    ['no name', [['100644', '']], 'without a name'],
    ['.', [['40000', '.']], 'another place'],
    ['..', [['40000', '..']], 'another place'],
    ['.git', [['40000', '.git']], 'another place'],
    ['.GIT', [['40000', '.GIT']], 'another place'],
    ['.git of HFS+', [['40000', '.g\u200cit']], 'another place'],
    ['.git of HFS+, in front', [['40000', '\ufeff.git']], 'another place'],
    ['.git of NTFS, short', [['40000', 'GIT~1']], 'another place'],
    ['.git of NTFS, with dots and blanks', [['40000', '.git . .']], 'another place'],
    ['.git of NTFS, a stream', [['40000', '.git::$INDEX_ALLOCATION']], 'another place'],
    ['.git behind a backslash', [['100644', 'a\\.git\\config']], 'another place'],
    ['a mode of no kind', [['777', 'a']], 'none of git'],
    ['a mode that git cuts to a directory', [['1040000', 'a']], 'none of git'],
    ['a mode that is no octal number', [['100649', 'a']], 'none of git'],
    ['a mode whose signs only add up', [['3:000', 'a']], 'none of git'],
    ['a mode with a sign', [['-40000', 'a']], 'none of git'],
    ['no mode', [['', 'a']], 'none of git'],
  ] as const)('not %s', (_, lines, why) => {
    expect(Tree.parse(bytes(...lines), 40)).toContain(why);
  });

  it.each([1, 20, 21, 22, 27])('not what breaks off %d bytes before its end', (cut) => {
    const whole = bytes(['100644', 'a'], ['100644', 'b']);
    expect(Tree.parse(whole.subarray(0, -cut), 40)).toBe('it breaks off');
  });

  it.each([
    ['040000', 'directory'],
    ['00040000', 'directory'],
    ['0100644', 'file'],
    ['100664', 'file'],
    ['100775', 'executable'],
    ['0160000', 'submodule'],
  ])('%s counts as the number that it is, and is not as git spells it', (mode, kind) => {
    const tree = parsed([mode, 'a']);
    expect([tree.get('a')?.kind, tree.oddMode]).toEqual([kind, 'a']);
  });
});

const names = fc.uniqueArray(
  fc.stringMatching(/^[a-c.\-0é]{1,4}$/).filter((name) => !/^\.\.?$/.test(name)),
  {
    maxLength: 12,
  },
);
const listing = fc
  .tuple(
    names,
    fc.array(fc.tuple(fc.constantFrom('100644', '40000', '160000'), fc.constantFrom('a', 'b', 'c')), {
      minLength: 12,
      maxLength: 12,
    }),
  )
  .map(([all, what]) => new Map(all.map((name, at) => [name, what[at]!] as const)));

function sorted(files: ReadonlyMap<string, readonly [string, string]>): Buffer {
  const key = ([name, [mode]]: readonly [string, readonly [string, string]]) =>
    Buffer.from(mode === '40000' ? `${name}/` : name);
  return bytes(
    ...[...files]
      .sort((a, b) => Buffer.compare(key(a), key(b)))
      .map(([name, [mode, digit]]) => [mode, name, digit.repeat(40)] as const),
  );
}

it('finds each name, and no other; and two trees differ just where their listings do', () => {
  fc.assert(
    fc.property(listing, listing, (left, right) => {
      const [before, after] = [left, right].map((one) => Tree.parse(sorted(one), 40) as Tree) as [Tree, Tree];
      for (const name of new Set([...left.keys(), ...right.keys()])) {
        expect(before.get(name)?.oid[0]).toBe(left.get(name)?.[1]);
      }
      const told = new Map<string, string[]>();
      for (const { name, before: one, after: other } of Tree.differences(before, after)) {
        const text = `${one === null ? '-' : `${one.kind} ${one.oid[0]}`} > ${other === null ? '-' : `${other.kind} ${other.oid[0]}`}`;
        told.set(name, [...(told.get(name) ?? []), text]);
      }
      const kind = (mode: string) =>
        ({ '100644': 'file', '40000': 'directory', '160000': 'submodule' })[mode];
      const expected = new Map<string, string[]>();
      for (const name of new Set([...left.keys(), ...right.keys()])) {
        const [one, other] = [left.get(name), right.get(name)];
        if (one?.join() === other?.join()) continue;
        const text = (side: typeof one) => (side === undefined ? '-' : `${kind(side[0])} ${side[1]}`);
        // A file and a directory of one name stand at two places of git's order.
        const apart = one && other && (one[0] === '40000') !== (other[0] === '40000');
        expected.set(
          name,
          apart ? [`${text(one)} > -`, `- > ${text(other)}`].sort() : [`${text(one)} > ${text(other)}`],
        );
      }
      expect(new Map([...told].map(([name, all]) => [name, all.sort()] as const).sort())).toEqual(
        new Map([...expected].sort()),
      );
    }),
  );
});

it('two large trees differ in one line, wherever it stands', () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `n${String(at).padStart(4, '0')}`);
  const tree = (names: readonly string[]) => parsed(...names.map((name) => ['100644', name] as const));
  for (const at of [0, 1, 255, 256, 257, 511, 512, 998, 999]) {
    const without = lines.filter((_, index) => index !== at);
    expect(Tree.differences(tree(lines), tree(without)).map(({ name }) => name)).toEqual([lines[at]]);
    expect(Tree.differences(tree(without), tree(lines)).map(({ name }) => name)).toEqual([lines[at]]);
  }
  expect(Tree.differences(tree(lines), tree(lines))).toEqual([]);
});

describe('a tree that is parsed with one like it at hand is what it is alone (A1)', () => {
  const named = (at: number) => `n${String(at).padStart(3, '0')}`;
  type Line = readonly [mode: string, name: string];
  const whole = Array.from({ length: 300 }, (_, at): readonly Line[] => [
    ['100644', named(at)],
    // Behind the file, and before a directory of the same name.
    ['100644', `${named(at)}-b`],
  ]).flat();
  const like = parsed(...whole);
  const same = (changed: Buffer) => {
    const [alone, beside] = [Tree.parse(changed, 40), Tree.parse(changed, 40, like)];
    const text = (tree: Tree | string) =>
      typeof tree === 'string'
        ? tree
        : [
            tree.oddMode,
            ...tree.lines().map(({ name, entry }) => `${entry.kind} ${entry.oid} ${name}`),
          ].join();
    expect(
      text(beside) === text(alone),
      `${text(beside).slice(0, 99)}, not ${text(alone).slice(0, 99)}`,
    ).toBe(true);
    return alone;
  };

  it.each([
    ['nothing changed', whole, null],
    ['a line less', whole.toSpliced(7, 1), null],
    ['the first and the last line less', whole.slice(1, -1), null],
    ['lines more at the end', [...whole, ['100644', 'o'], ['40000', 'p']], null],
    ['a line more at the start', [['100755', 'a'], ...whole], null],
    ['a line of another kind', whole.with(201, ['120000', 'n100-b']), null],
    [
      'a directory behind its file, not next to it',
      whole.toSpliced(202, 0, ['40000', 'n100']),
      'more than once',
    ],
    ['a file whose directory stands there', whole.with(201, ['40000', 'n100']), 'more than once'],
    ['a name once more, next to it', whole.toSpliced(200, 0, ['100644', 'n100']), 'more than once'],
    ['a name once more, far from it', [...whole, ['100644', 'n001']], 'more than once'],
    ['two lines that changed places', whole.with(10, whole[11]!).with(11, whole[10]!), 'order'],
    ['a line out of order behind the last one', [...whole, ['100644', 'a']], 'order'],
    ['a line out of order before the first one', [['100644', 'z'], ...whole], 'order'],
    ['the name of git’s own directory', [['40000', '.git'], ...whole], 'stands for another place'],
    ['a mode that is none', whole.with(5, ['100600x', whole[5]![1]]), 'none of git'],
    ['a mode spelled unlike git spells it', whole.with(5, ['100664', whole[5]![1]]), null],
  ] as readonly [string, readonly Line[], string | null][])('%s', (_, lines, why) => {
    const tree = same(bytes(...lines));
    if (why === null) expect(tree).toBeInstanceOf(Tree);
    else expect(tree).toContain(why);
  });

  it('whatever lines come in place of others', () => {
    const line = fc.tuple(
      fc.constantFrom('100644', '40000', '40000', '100664', '160000'),
      fc
        .tuple(fc.nat(299), fc.constantFrom('', '', '-b', '-a', '0'))
        .map(([at, end]) => `${named(at)}${end}`),
    );
    fc.assert(
      fc.property(
        fc.nat(600),
        fc.nat(3),
        fc.array(line, { maxLength: 3 }),
        fc.boolean(),
        (at, gone, more, aside) => {
          const changed = whole.toSpliced(at, gone, ...more);
          // Where the lines belong, most of the time: what is out of order is found at once.
          const key = ([mode, name]: readonly [string, string]) => (mode === '40000' ? `${name}/` : name);
          same(bytes(...(aside ? changed : changed.sort((a, b) => (key(a) < key(b) ? -1 : 1)))));
        },
      ),
    );
  });

  it('whichever byte is another one, is left out, or comes twice, and wherever it breaks off', () => {
    const all = bytes(...whole);
    const place = fc.nat(all.length - 1);
    fc.assert(
      fc.property(place, fc.nat(255), fc.constantFrom(0, 1, 2), place, (at, byte, times, end) => {
        const changed = Buffer.concat([all.subarray(0, at), Buffer.alloc(times, byte), all.subarray(at + 1)]);
        same(changed);
        same(all.subarray(0, end));
        same(Buffer.concat([all.subarray(0, at), all.subarray(end)]));
      }),
      { numRuns: trials(200) },
    );
  });
});
