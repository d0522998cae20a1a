import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/seed.ts'],
    // Only there to end what hangs: no test passes or fails by the speed of the machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'threads',
  },
});
