import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TESTS = [
  'src/**/*.test.{ts,tsx}',
  'tests/{integration,documents,faults,process}/**/*.test.ts',
  'scripts/**/*.test.ts',
];
/** Tests that need root. `npm run test:faults` runs them. */
const onRequest = process.env.FAULT_ROUNDS === undefined ? ['tests/process/full-disk.test.ts'] : [];
/** `vi.mock` only affects modules that are not loaded yet, so these files cannot share modules with others. */
const replacingModules = globSync(TESTS).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));

/** The slowest files, in this order. If one of them started last, everything else would wait for it. */
const SLOWEST = [
  'tests/process/purchase-crash',
  'tests/integration/list-indexes',
  'tests/process/crash-recovery',
  'tests/process/memory',
  'postgres/embedded.server',
  'tests/integration/authorization',
  'tests/process/startup-errors',
  'tests/process/',
  'platform/postgres/',
  'tests/faults/stripe-outage',
  'tests/integration/import-undo',
  'card-sandbox/browser/stripe',
];
const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = SLOWEST.findIndex((part) => moduleId.includes(part));
  return rank === -1 ? SLOWEST.length : rank;
};

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    // Only what hangs may reach these: on a busy machine, one hook has taken 30 seconds, one poll 15, and one test 120.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // Space for short-lived objects, in MiB. Tests create many, and collecting them took 5 % of the time.
    execArgv: ['--max-semi-space-size=64'],
    // For two cores: some tests wait for a process or a time limit while others use the processor.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      // The files of a worker share modules: loading the shop again for each file took a third of the time.
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: [...replacingModules, ...onRequest],
          isolate: false,
          setupFiles: [
            './tests/support/quick-password-hashes.mjs',
            './tests/support/compiled-threads.ts',
            './tests/support/restore-globals.ts',
          ],
        },
      },
      { extends: true, test: { name: 'isolated', include: replacingModules } },
    ],
  },
});
