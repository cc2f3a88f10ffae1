/** The typefaces that the product ships, all under the SIL Open Font License: a Latin face and a Chinese one for every use, from packages of the registry. */
import { createRequire } from 'node:module';

export interface Face {
  /** the file inside its package */
  file: string;
  /** values at which the axes of a variable font are fixed; an axis that is not named stays */
  axes?: Record<string, number | { min: number; max: number }>;
}

const sans = (weight: string) => ({ file: `@expo-google-fonts/noto-sans-tc/${weight}/NotoSansTC_${weight}.ttf` });
const serif = (weight: string) => ({ file: `@expo-google-fonts/noto-serif-tc/${weight}/NotoSerifTC_${weight}.ttf` });
const latin = (name: string, weight: Face['axes'] = {}) => ({ file: `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`, axes: weight });

export const faces = {
  /** running text */
  'text-tc': sans('400Regular'),
  'text-tc-bold': sans('700Bold'),
  'text-latin': latin('instrument-sans', { wght: { min: 400, max: 700 } }),
  /** titles: heavy without serifs, calm without serifs, and with serifs (明體) */
  'strong-tc': sans('900Black'),
  'strong-latin': latin('bricolage-grotesque', { wght: 800 }),
  'clear-tc': sans('500Medium'),
  'clear-latin': latin('instrument-sans', { wght: 500 }),
  'serif-tc': serif('900Black'),
  'serif-latin': latin('fraunces', { wght: 700 }),
} as const satisfies Record<string, Face>;

export type FaceName = keyof typeof faces;

export function axesOf(name: FaceName): Face['axes'] {
  const face: Face = faces[name];
  return face.axes;
}

const { resolve } = createRequire(import.meta.url);

/** Where a face lies on this machine. @throws Error where its package is not installed */
export function pathOf(name: FaceName): string {
  return resolve(faces[name].file);
}
