import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TESTS = [
  'src/**/*.test.{ts,tsx}',
  'tests/{integration,documents,faults,process}/**/*.test.ts',
  'scripts/**/*.test.ts',
];
/** They replace whole modules, which reaches only what is not loaded yet. */
const replacingModules = globSync(TESTS).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));

/** They take longest, in this order: begun last, one alone would keep everybody waiting. */
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
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What is waited for ends a poll at once; a busy machine may take seconds for it.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // Short-lived objects, in MiB: a test makes many, and collecting them took a twentieth of the time.
    execArgv: ['--max-semi-space-size=64'],
    // Two cores: some tests wait for a process or a time limit while others compute.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    // Spies and stubs of one test never reach the next.
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      // The files of a worker share its modules: to load the shop for each took a third of the time.
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: replacingModules,
          isolate: false,
          setupFiles: ['./tests/support/quick-password-hashes.mjs', './tests/support/restore-globals.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: replacingModules } },
    ],
  },
});
