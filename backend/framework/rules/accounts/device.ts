/** What a session's device is called, from the browser's own line about itself. Pure. */

/** The first that fits: most browsers name others too, to be served alike. */
const browsers: [name: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['LINE', /\bLine\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
];
const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** 'Firefox 128 · Windows'; what is no known browser is shown as it calls itself, '–' where it says nothing. */
export function deviceOf(agent: string): string {
  const browser = browsers.map(([name, version]) => [name, version.exec(agent)?.[1]]).find(([, version]) => version !== undefined);
  const system = systems.find(([, sign]) => sign.test(agent))?.[0];
  const known = [browser?.join(' '), system].filter((part) => part !== undefined);
  return known.length > 0 ? known.join(' · ') : agent || '–';
}
