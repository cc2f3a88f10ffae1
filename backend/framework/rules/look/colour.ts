/** Colours as numbers: contrast as WCAG 2.2 counts it, and lighter or darker ones of the same hue, by OKLab. Pure. */

/** 0-1 each */
type Triple = readonly [number, number, number];

/** The contrast that running text needs, and that of large text, borders and marks. */
export const textContrast = 4.5;
export const markContrast = 3;

export function isColour(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}

/** WCAG's ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]; // two in, two out
  return (light + 0.05) / (dark + 0.05);
}

/** The colour itself where it can be read on all grounds, else the nearest lightness of its hue that can; white or black where none does. */
export function readableOn(colour: string, grounds: readonly string[], wanted: number = textContrast): string {
  const suffices = (one: string) => grounds.every((ground) => contrast(one, ground) >= wanted);
  if (suffices(colour)) return colour;
  const [lightness, ...rest] = toLab(colour);
  for (let step = 1; step <= 100; step += 1)
    for (const next of [lightness + step / 100, lightness - step / 100]) {
      if (next < 0 || next > 1) continue;
      const tried = fromLab([next, ...rest] as Triple);
      if (suffices(tried)) return tried;
    }
  return inkOn(grounds[0] ?? '#ffffff');
}

/** White or a warm black, whichever reads better on it; black itself where neither suffices, which it always does then. */
export function inkOn(ground: string): string {
  const better = contrast('#ffffff', ground) >= contrast('#12100e', ground) ? '#ffffff' : '#12100e';
  return contrast(better, ground) >= textContrast ? better : '#000000';
}

/** A neutral of that lightness (0-1) with a breath of the colour's hue. */
export function tinted(colour: string, lightness: number, chroma: number): string {
  const [, a, b] = toLab(colour);
  const length = Math.hypot(a, b) || 1;
  return fromLab([lightness, (a / length) * chroma, (b / length) * chroma]);
}

/** `part` of the first over the second, 0-1. */
export function mixed(one: string, other: string, part: number): string {
  const [first, second] = [toLab(one), toLab(other)];
  return fromLab(first.map((value, index) => value * part + (second[index] ?? 0) * (1 - part)) as unknown as Triple); // three in, three out
}

/** '#100b0a' as '16 11 10', for rgb(… / n%). */
export function triple(hex: string): string {
  return [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16)).join(' ');
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(hex: string): Triple {
  const part = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** Björn Ottosson's OKLab. */
function toLab(hex: string): Triple {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([light, a, b]: Triple): string {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${rgb.map((value) => written(value)).join('')}`;
}

function written(value: number): string {
  const held = Math.min(1, Math.max(0, value));
  const shown = held <= 0.0031308 ? held * 12.92 : 1.055 * held ** (1 / 2.4) - 0.055;
  return Math.round(shown * 255)
    .toString(16)
    .padStart(2, '0');
}
