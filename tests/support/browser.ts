/**
 * Finds a browser for the tests: CHROMIUM_PATH, then Debian's /usr/bin/chromium, then the one inside @sparticuz/chromium,
 * which an ordinary npm install brings along, so that a bare machine needs nothing else.
 */
import { existsSync } from 'node:fs';

export interface Browser {
  executablePath: string;
  args: string[];
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function findBrowser(): Promise<Browser> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which is not there`);
    return { executablePath: given, args: quiet };
  }
  if (existsSync('/usr/bin/chromium')) return { executablePath: '/usr/bin/chromium', args: quiet };
  // The package unpacks its shared libraries only where it believes to run; its own default arguments switch security off, so ours are used.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return { executablePath: await chromium.executablePath(), args: [...quiet, '--headless=shell'] };
}
