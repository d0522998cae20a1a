import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askerOf } from '../../../src/faces/cli/ask.ts';
import { printing } from '../../../src/faces/process.ts';

/** A terminal at which somebody types; `null` where standard input is none. */
function aTerminal({
  typed,
  isTTY = true,
  env = {},
  yes = false,
}: {
  readonly typed: string | null;
  readonly isTTY?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly yes?: boolean;
}) {
  const stdin = new PassThrough();
  if (typed !== null) Object.assign(stdin, { isTTY: true });
  let shown = '';
  const stream = {
    isTTY,
    write(text: string) {
      shown += text;
    },
  };
  const asker = askerOf(printing({ args: [], env, cwd: '/', stdin, stdout: stream, stderr: stream }), yes);
  if (typed !== null) stdin.write(typed);
  return { asker, shown: () => shown };
}

it.each<[string, string, boolean, boolean]>([
  ['y', 'y\r', false, true],
  ['yes in capitals', 'YES\r', false, true],
  ['n', 'n\r', true, false],
  ['Enter takes the safe answer', '\r', true, true],
  ['what is not understood is asked again', 'perhaps\rno\r', true, false],
])('confirms: %s', async (_, typed, safe, answer) => {
  const { asker } = aTerminal({ typed });
  expect(await asker.confirm('Write it?', safe)).toBe(answer);
  asker.close();
});

it.each([
  ['2\r', 'min'],
  ['max\r', 'max'],
  ['\r', 'neither'],
  ['7\r0\r1\r', 'max'],
])('chooses by number or name: %j', async (typed, answer) => {
  const { asker, shown } = aTerminal({ typed });
  expect(await asker.choose('Which side?', ['max', 'min', 'neither'], 'neither')).toBe(answer);
  expect(shown()).toContain('  3  neither (Enter)');
  asker.close();
});

it('takes answers that were typed ahead, each for its own question', async () => {
  const { asker } = aTerminal({ typed: 'y\rmine\r\r' });
  expect(await asker.confirm('One?', false)).toBe(true);
  expect(await asker.text('Its name?', 'eval')).toBe('mine');
  expect(await asker.text('Its glob?', '*.json')).toBe('*.json');
  asker.close();
});

it.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
  ['Ctrl-C in the middle of an answer', 'ye\x03'],
  ['Ctrl-D after the first answer', 'y\r\x04'],
])('%s leaves: nothing was written', async (_, typed) => {
  const { asker } = aTerminal({ typed });
  const both = (async () => {
    await asker.confirm('One?', true);
    await asker.confirm('Two?', true);
  })();
  await expect(both).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('nothing was written'),
  });
});

it.each([
  ['standard input is none', { typed: null }],
  ['standard output is none', { typed: 'n\r', isTTY: false }],
  ['it is a CI', { typed: 'n\r', env: { CI: 'true' } }],
  ['--yes', { typed: 'n\r', yes: true }],
])('nobody is asked where there is no terminal: %s', async (_, terminal) => {
  const { asker, shown } = aTerminal(terminal);
  expect(asker.isThere).toBe(false);
  expect(await asker.confirm('Write it?', true)).toBe(true);
  expect(await asker.choose('Which?', ['a', 'b'], 'b')).toBe('b');
  expect(await asker.text('Its name?', 'eval')).toBe('eval');
  expect(shown()).toBe('');
});

it('a question with signs from a file commands no terminal', async () => {
  const { asker, shown } = aTerminal({ typed: 'y\r' });
  await asker.confirm('Is \x1b[2Jmetric a share?', true);
  asker.close();
  expect(shown()).toContain('Is \\x1b[2Jmetric a share?');
});
