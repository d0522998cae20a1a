import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { retractionOf, runAudit, sha256 } from '../../support/audit.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const GOOD = nativeResult([true, true, true], { run: 1 });
const BAD = nativeResult([false, false, false], { run: 1 });
const RUN = 'results/eval-2026-08-13-corpus-run1.json';

let repository: TestRepository;
afterEach(() => repository.dispose());

function overwritten(path = RUN, first = GOOD, second = BAD): string {
  repository = TestRepository.create();
  const held = repository.commit('the first run', { [path]: first });
  repository.commit('overwritten', { [path]: second });
  return held;
}

async function restore(path: string, ...args: string[]) {
  const ran = await runCli(repository.dir, ['audit', '--restore', path, '--format', 'json', ...args]);
  return { ...ran, restored: ran.code === 0 ? JSON.parse(ran.stdout) : null };
}

describe('audit --restore', () => {
  it('writes a native result as the next run, with a source that names path, commit and digest', async () => {
    const held = overwritten();
    repository.commit('run 2', {
      'results/eval-2026-08-13-corpus-run2.json': BAD.replace('"run": 1', '"run": 2'),
    });
    const { restored } = await restore(RUN);
    expect(restored).toEqual({
      path: 'results/eval-2026-08-13-corpus-run3.json',
      of: { path: RUN, commit: held, sha256: sha256(GOOD) },
      form: 'result',
    });
    const record = JSON.parse(readFileSync(repository.path(restored.path), 'utf8'));
    expect(record.run).toBe(3);
    expect(record.source).toMatchObject({ file: RUN, commit: held, sha256: sha256(GOOD) });
    expect(record.results).toEqual(JSON.parse(GOOD).results);
    expect(readFileSync(repository.path(RUN), 'utf8')).toBe(BAD);
  });

  it('what it wrote passes the check, is found by the audit, and leaves the loss to be acknowledged', async () => {
    overwritten();
    const base = repository.git('rev-parse', 'HEAD');
    const { restored } = await restore(RUN);
    repository.commit('restored');
    expect((await runCheck(repository.dir, ['--base', base])).rules).toEqual([]);
    const after = await runAudit(repository.dir);
    expect(after.told).toEqual([`${RUN}: broken (modified elsewhere)`]);
    expect(after.audit.records[0]?.losses[0]?.held_by).toEqual([restored.path]);
    repository.commit('acknowledged', {
      'results/eval-2026-08-13-corpus-run1.retraction-1.json': retractionOf(RUN, GOOD),
    });
    expect((await runAudit(repository.dir)).code).toBe(0);
  });

  it('writes anything else byte for byte, under a name that says which bytes they are', async () => {
    const bytes = '{ "score": 1.0 }\r\n';
    overwritten('results/own/run.json', bytes, '{}');
    const { restored } = await restore('results/own/run.json');
    expect(restored.path).toBe(`results/own/run.restored-${sha256(bytes).slice(0, 12)}.json`);
    expect(readFileSync(repository.path(restored.path), 'utf8')).toBe(bytes);
    repository.commit('restored');
    const { audit } = await runAudit(repository.dir);
    expect(audit.records[0]?.losses[0]?.held_by).toEqual([restored.path]);
  });

  it('restores what a deleted directory held', async () => {
    repository = TestRepository.create();
    repository.commit('runs', { 'results/a/x.json': '{}', 'results/y.json': '{}' });
    repository.remove('results/a');
    repository.commit('tidy up');
    repository.commit('y goes elsewhere', { 'results/y.json': '[1]' });
    const { restored } = await restore('results/a/x.json');
    expect(existsSync(repository.path(restored.path))).toBe(true);
  });

  it('does not write the same content twice, and takes the next one once the first is committed', async () => {
    overwritten();
    repository.commit('overwritten again', { [RUN]: nativeResult([true], { run: 1 }) });
    const first = await restore(RUN);
    expect((await restore(RUN)).stderr).toContain('holds this content already and is not committed yet');
    repository.commit('restored');
    const second = await restore(RUN);
    expect([first, second].map(({ restored }) => restored.of.sha256)).toEqual([GOOD, BAD].map(sha256));
    repository.commit('restored too');
    expect((await restore(RUN)).stderr).toContain(
      'every content that results/eval-2026-08-13-corpus-run1.json lost',
    );
  });

  it('takes a file from where the user stands, and says what to do next', async () => {
    const held = overwritten();
    const ran = await runCli(repository.path('results'), ['audit', '--restore', RUN.replace('results/', '')]);
    expect(ran.stdout.split('\n')).toEqual([
      'restored results/eval-2026-08-13-corpus-run2.json (as a new run that names its source)',
      `  what stood at ${RUN} in ${held}`,
      '  Commit it: git add :/results/eval-2026-08-13-corpus-run2.json',
      `  Then acknowledge the loss: evalguard retract ${held}:${RUN} --reason "…"`,
      '',
    ]);
  });

  it.each([
    ['results/never.json', 2],
    ['results/../../etc/passwd', 2],
  ])('refuses %s: nothing was lost there', async (path, code) => {
    overwritten();
    expect((await restore(path)).code).toBe(code);
  });
});
