import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/support/browser.ts';

const browser = await findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // two cores, and each worker starts a server of its own
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? 'dot' : 'list',
  outputDir: 'test-results',
  use: {
    launchOptions: { executablePath: browser.executablePath, args: browser.args },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  },
});
