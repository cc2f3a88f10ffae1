/** Numbers of uploads under way, kept past a reload: by the file's name, size and age and the place that it is for. */
const prefix = 'reelbase-upload ';
/** The server gives an upload up after a day. */
const life = 24 * 3_600_000;

interface Place {
  address: string;
  place: Record<string, string>;
}

export function rememberedUpload(file: File, target: Place): string | undefined {
  try {
    const { id, at } = JSON.parse(localStorage.getItem(keyOf(file, target)) ?? '{}');
    return typeof id === 'string' && Date.now() - Number(at) < life ? id : undefined;
  } catch {
    return undefined; // no storage here, or not ours
  }
}

export function rememberUpload(file: File, target: Place, id: string): void {
  try {
    for (let index = localStorage.length - 1; index >= 0; index -= 1) dropOld(localStorage.key(index) ?? '');
    localStorage.setItem(keyOf(file, target), JSON.stringify({ id, at: Date.now() }));
  } catch {
    // Without storage an upload lives as long as its page.
  }
}

export function forgetUpload(file: File, target: Place): void {
  try {
    localStorage.removeItem(keyOf(file, target));
  } catch {
    // nothing was kept
  }
}

/** Files for this place that were left in the middle, and may be chosen again to go on. */
export function unfinishedUploads(target: Place): { name: string; size: number }[] {
  try {
    const beginning = [target.address, ...placeOf(target)];
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').flatMap((key) => {
      if (!key.startsWith(prefix)) return [];
      const parts: unknown[] = JSON.parse(key.slice(prefix.length));
      const { at } = JSON.parse(localStorage.getItem(key) ?? '{}');
      const [name, size] = parts.slice(beginning.length);
      const isHere = beginning.every((part, index) => parts[index] === part) && Date.now() - Number(at) < life;
      return isHere && typeof name === 'string' ? [{ name, size: Number(size) }] : [];
    });
  } catch {
    return []; // no storage here
  }
}

const placeOf = ({ place }: Place): string[] => Object.entries(place).sort().flat();

function dropOld(key: string): void {
  if (!key.startsWith(prefix)) return;
  const { at } = JSON.parse(localStorage.getItem(key) ?? '{}');
  if (!(Date.now() - Number(at) < life)) localStorage.removeItem(key);
}

function keyOf({ name, size, lastModified, type }: File, target: Place): string {
  return `${prefix}${JSON.stringify([target.address, ...placeOf(target), name, size, lastModified, type])}`;
}
