import { defineConfig } from 'vitest/config';
import { ROOMS } from './rooms.ts';

/** The tests of one room, as config/vitest.config.ts runs them. Its name comes from main.ts, in the environment. */
const room = ROOMS.find(({ name }) => name === process.env['MUTANTS_ROOM']);

export default defineConfig({
  // The copy of the checkout that Stryker plants its faults in.
  root: process.cwd(),
  test: {
    include: [...(room?.tests ?? [])],
    exclude: [...(room?.longTests ?? [])],
    maxWorkers: 1,
    restoreMocks: true,
    unstubGlobals: true,
    ...(room?.project === 'server' ? { testTimeout: 20_000, hookTimeout: 30_000 } : { setupFiles: 'tests/support/own-device.ts' }),
  },
});
