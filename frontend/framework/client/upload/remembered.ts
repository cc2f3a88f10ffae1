/** Ids of uploads under way, stored past a reload: by the file's name, size and age and the field that it is for. */
import { onDevice } from '../device-store.ts';

const prefix = 'reelbase-upload ';
/** The server gives an upload up after a day. */
const life = 24 * 3_600_000;

interface Place {
  address: string;
  place: Record<string, string>;
}

export function rememberedUpload(file: File, target: Place): string | undefined {
  const found = entryOf(keyOf(file, target));
  return isFresh(found) ? found.id : undefined;
}

/** Without storage an upload lives as long as its page. */
export function rememberUpload(file: File, target: Place, id: string): void {
  for (const key of onDevice.keys(prefix)) if (!isFresh(entryOf(key))) onDevice.write(key, undefined);
  onDevice.write(keyOf(file, target), { id, at: Date.now() });
}

export function forgetUpload(file: File, target: Place): void {
  onDevice.write(keyOf(file, target), undefined);
}

/** Files for this place that were left in the middle, and may be chosen again to go on. */
export function unfinishedUploads(target: Place): { name: string; size: number }[] {
  const beginning = [target.address, ...placeOf(target)];
  return onDevice.keys(prefix).flatMap((key) => {
    const parts: unknown[] = JSON.parse(key.slice(prefix.length)); // written by keyOf
    const [name, size] = parts.slice(beginning.length);
    const isHere = beginning.every((part, index) => parts[index] === part) && isFresh(entryOf(key));
    return isHere && typeof name === 'string' ? [{ name, size: Number(size) }] : [];
  });
}

interface Remembered {
  id: string;
  at: number;
}

function entryOf(key: string): Partial<Remembered> {
  return (onDevice.read(key) ?? {}) as Partial<Remembered>; // written above; looked at by isFresh
}

function isFresh({ id, at }: Partial<Remembered>): boolean {
  return typeof id === 'string' && Date.now() - Number(at) < life;
}

const placeOf = ({ place }: Place): string[] => Object.entries(place).sort().flat();

function keyOf({ name, size, lastModified, type }: File, target: Place): string {
  return `${prefix}${JSON.stringify([target.address, ...placeOf(target), name, size, lastModified, type])}`;
}
