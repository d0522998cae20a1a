import { defineConfig } from 'vitest/config';

/** What tables and properties of pure functions test: no git, no network, no program of another. */
const PURE = [
  ...['core', 'docs', 'document', 'formats', 'measures', 'policy', 'reporters', 'rules'].map(
    (layer) => `test/${layer}/**/*.test.ts`,
  ),
  'test/faces/report-formats.test.ts',
  'test/faces/cli/help.test.ts',
  'test/*.test.ts',
];
const isTrial = Number(process.env['EVALGUARD_TRIAL'] ?? 1) > 1;
/** What takes a program that only a trial asks for. */
const TRIAL = 'test/trial/**';

export default defineConfig({
  test: {
    setupFiles: ['test/support/seed.ts'],
    // Only there to end what hangs: no test passes or fails by the speed of the machine.
    testTimeout: isTrial ? 0 : 600_000,
    hookTimeout: 600_000,
    pool: 'threads',
    // Tests of git mostly wait for other processes, so a processor is not kept free for the one that reports.
    maxWorkers: '100%',
    // A new file joins the one or the other by its folder.
    projects: [
      {
        extends: true,
        // Files share what they import, since loading it anew for each takes as long as their tests.
        test: { name: 'quick', include: PURE, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, ...(isTrial ? [] : [TRIAL])],
        },
      },
    ],
  },
});
