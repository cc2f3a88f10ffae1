/** Which internet addresses are public, and which are local, private or a provider's own: the server opens connections to public ones only. Pure. */

/** [address, bits]: what the registries keep for private, local, documentation, multicast and future use. */
const closed4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // a provider's inside (CGNAT)
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, and the clouds' own metadata
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Within 2000::/3, the only range that is given out. */
const closed6: readonly [string, number][] = [
  ['2001::', 23], // Teredo and other protocols' own
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4 wraps an IPv4 address
  ['3fff::', 20],
];

/** Whether an IPv4 or IPv6 address, as text, is one of the public internet. What is no address is not. An IPv4 address wrapped in IPv6 counts as itself. */
export function isPublicAddress(address: string): boolean {
  const four = bytes4(address);
  if (four) return isPublic4(four);
  const six = bytes6(address);
  if (!six) return false;
  if (isWithin(six, '::ffff:0:0', 96) || isWithin(six, '64:ff9b::', 96)) return isPublic4(six.slice(12));
  return isWithin(six, '2000::', 3) && !closed6.some(([range, bits]) => isWithin(six, range, bits));
}

function isPublic4(bytes: readonly number[]): boolean {
  return !closed4.some(([range, bits]) => isPrefix(bytes, bytes4(range) ?? [], bits));
}

function isWithin(bytes: readonly number[], range: string, bits: number): boolean {
  return isPrefix(bytes, bytes6(range) ?? [], bits);
}

function isPrefix(bytes: readonly number[], range: readonly number[], bits: number): boolean {
  for (let index = 0; index * 8 < bits; index += 1) {
    const mask = 0xff & (0xff << Math.max(0, 8 - (bits - index * 8)));
    if (((bytes[index] ?? 0) & mask) !== ((range[index] ?? 0) & mask)) return false;
  }
  return true;
}

/** Four numbers without leading noughts: other writings (octal, hexadecimal, fewer parts) are no addresses here. */
function bytes4(text: string): number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return undefined;
  return parts.map(Number);
}

function bytes6(text: string): number[] | undefined {
  // The last two groups may be written as an IPv4 address.
  const [, head = '', tail] = /^(.*:)([^:]*\.[^:]*)$/.exec(text) ?? [];
  const four = tail === undefined ? undefined : bytes4(tail);
  if (tail !== undefined && !four) return undefined;
  const plain = four ? `${head}${hex(four[0], four[1])}:${hex(four[2], four[3])}` : text;
  const halves = plain.split('::');
  if (halves.length > 2) return undefined;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const groups = halves.length === 2 ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right] : left;
  if (groups.length !== 8 || (halves.length === 2 && left.length + right.length > 7)) return undefined;
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
}

function hex(high = 0, low = 0): string {
  return ((high << 8) | low).toString(16);
}
