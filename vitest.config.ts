import { defineConfig } from 'vitest/config';
import { LongFirst } from './tests/support/long-first.ts';
import { completeWords } from './vite.config.ts';

/** Tests of rules that start a process or the compiler: beside the server, for rules are quick. */
const processes = ['tests/house/types.test.ts', 'tests/framework/codegen/watch.test.ts'];

// Two projects: pure rules need no database; what goes through a database gets a private MariaDB for the run.
// A worker's files share their modules: what a file changes outside of itself it puts back (decision 041).
// A test waits for what happens, not for how soon: these are bounds for a machine that does other things as well. A project has them of its own, Vitest hands none down.
const node = {
  environment: 'node' as const,
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    // for two cores: a third of the server's tests' time is waiting, for a process to end or a limit to pass
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        // the back office's texts as the build gives them
        plugins: [completeWords],
        test: {
          ...node,
          name: 'rules',
          setupFiles: ['tests/support/application-rules.ts'],
          include: ['tests/{house,support,framework/{codegen,rules,frontend},application/{objects,rules,frontend}}/**/*.test.{ts,tsx}'],
          exclude: processes,
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          setupFiles: ['tests/support/application.ts'],
          include: ['tests/{framework,application}/{data,api,solver,demo}/**/*.test.ts', 'tests/framework/objects/**/*.test.ts', ...processes],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
});
