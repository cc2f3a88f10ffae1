import { defineConfig } from '@playwright/test';
import type { Options } from './tests/e2e/reelbase.ts';
import { findBrowser } from './tests/support/browser.ts';

const browser = await findBrowser();

export default defineConfig<Record<never, never>, Options>({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  projects: [
    {
      name: 'sqlite',
      use: { databaseKind: 'sqlite' },
      // the workbench's long ways are gone in Chinese here, in English on MariaDB
      grepInvert: /workbench-(starts|rows).*, in en/,
    },
    // a whole work of each kind of person on MariaDB as well; what a list or a tool says there is asked over HTTP, on both databases
    {
      name: 'mariadb',
      use: { databaseKind: 'mariadb' },
      // how a page looks, and what it says by itself, does not depend on the database
      grepInvert:
        /axe finds nothing serious|workbench-(starts|rows).*, in tw|sends nothing|form that is loading|leaving (with|during)|after the configured time|an export that fails|gets 503 once|has no button/,
      testMatch: ['**/film-edit.spec.ts', '**/drop-in.spec.ts', '**/sales.spec.ts', '**/site-story.spec.ts', '**/workbench{,-starts,-rows}.spec.ts'],
    },
  ],
  // for two cores, which two workers keep half busy; each starts a server of its own (decision 041)
  workers: 3,
  // bounds for a machine that does other things as well: whoever waits for something is told as soon as it is there
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: process.env.CI ? 'dot' : 'list',
  outputDir: 'test-results',
  use: {
    launchOptions: { executablePath: browser.executablePath, args: browser.args },
    screenshot: 'only-on-failure',
    // a third of the time of a run goes into traces that nobody reads: whoever looks for a fault adds --trace=retain-on-failure
    trace: 'off',
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  },
});
