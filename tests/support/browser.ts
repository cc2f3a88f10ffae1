/**
 * Finds a browser for the tests: CHROMIUM_PATH, then Debian's /usr/bin/chromium, then the one inside @sparticuz/chromium,
 * which an ordinary npm install brings along, so that a bare machine needs nothing else.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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

/**
 * Settings by which a browser finds a Chinese face, as on most devices. Without one the back office takes its characters from some 35 files of ours, and
 * sets the page again with each: a quarter of what a list costs the renderer (041).
 * @returns a path for FONTCONFIG_FILE
 */
export function writeChineseFaces(folder: string): string {
  const { resolve } = createRequire(import.meta.url);
  const files = ['400Regular', '700Bold'].map((weight) => resolve(`@expo-google-fonts/noto-sans-tc/${weight}/NotoSansTC_${weight}.ttf`));
  const systems = ['/etc/fonts', ...(process.env.FONTCONFIG_PATH ? [process.env.FONTCONFIG_PATH] : [])];
  const path = join(folder, 'fonts.conf');
  const lines = [
    ...systems.map((system) => `<include ignore_missing="yes">${system}/fonts.conf</include>`),
    ...files.map((file) => `<dir>${dirname(file)}</dir>`),
    `<cachedir>${folder}</cachedir>`,
  ];
  writeFileSync(path, `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>\n${lines.join('\n')}\n</fontconfig>\n`);
  return path;
}
