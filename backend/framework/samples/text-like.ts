/** A text that a pattern takes, for samples: one of those that patterns mostly mean, else the shortest that its signs spell. Always the same. Pure. */

export function textLike(pattern: RegExp): string | undefined {
  return likely.find((text) => pattern.test(text)) ?? [1, 0].map((least) => new Speller(pattern.source, least).text()).find((text) => pattern.test(text));
}

const likely: readonly string[] = [
  ...[
    'a',
    'A',
    'abc',
    'ABC',
    '1',
    '10',
    '1.0',
    '1.0.0',
    'v1.0.0',
    'a-1',
    'a_1',
    'a.b',
    'a/b',
    'a:b',
    '@a/b',
    './a',
    '/a',
    '#a',
    '$a',
    '--a',
    'A1',
    'Aa',
    'ABCD',
  ],
  ...['https://example.com/a', 'http://example.com/a', 'urn:example:a', 'a@example.com', 'example.com', 'a.json', 'a.js', './a.js'],
  ...['2026-01-31', '2026-01-31T09:30:00Z', '09:30', '09:30:00', '2026', 'P1D', '#000000', '192.0.2.1', 'en', 'en-GB', 'GB', 'GBP', 'true', '50%', '10px'],
  ...['12345678', '00000000-0000-4000-8000-000000000001', '0x0000000000000000000000000000000000000001', 'a'.repeat(32), '0'.repeat(64)],
  ...[`0x${'0'.repeat(64)}`, ''],
];

/** Signs that a class is asked for, the plainest first. */
const signs = [...'a1A0_-./:@# ', ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)), '一'];
/** Of `{1000}` so many. */
const mostRepeats = 300;

/** Goes along a pattern and takes the first of each choice. What it cannot follow comes out wrong, and is no sample: whoever asks tries the text. */
class Speller {
  private readonly source: string;
  /** how often what may be left out stands there */
  private readonly least: number;
  private at = 0;
  constructor(source: string, least: number) {
    this.source = source;
    this.least = least;
  }

  text(): string {
    const first = this.sequence();
    while (this.source[this.at] === '|') {
      this.at += 1;
      this.sequence();
    }
    return first;
  }

  private sequence(): string {
    let text = '';
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at] ?? '')) text += this.repeated(this.piece());
    return text;
  }

  private piece(): string {
    const sign = this.taken(/^(\\[pPu]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S])/);
    if (sign === '(') {
      const isLooking = /[=!]$/.test(this.taken(/^\?(<?[=!]|:|<[^>]*>)/) ?? '');
      const inner = this.text();
      this.at += 1;
      return isLooking ? '' : inner;
    }
    if (sign === '^' || sign === '$' || sign === '\\b' || sign === '\\B') return '';
    return signs.find((one) => fits(sign ?? '', one)) ?? '';
  }

  private repeated(piece: string): string {
    const quantifier = this.taken(/^([*+?]|\{\d+(,\d*)?\})\??/) ?? '';
    if (quantifier === '') return piece;
    const said = /\d+/.exec(quantifier)?.[0];
    const count = said === undefined ? (quantifier.startsWith('+') ? 1 : this.least) : Number(said);
    return piece.repeat(Math.min(count, mostRepeats));
  }

  /** What stands here, if it does. */
  private taken(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.source.slice(this.at))?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}

function fits(part: string, sign: string): boolean {
  try {
    return new RegExp(`^${part}$`, 'u').test(sign);
  } catch {
    return false;
  }
}
