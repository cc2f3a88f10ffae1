/**
 * Does a personal link look as if it had been passed on? Addresses, devices and times are what there is to see: several networks at once, more devices
 * than one person carries, more hours watched than went by, or two films at one moment (issue 6, point 3). It accuses nobody; it says why to ask. Pure.
 */

/** A stretch of time in which a link was used from one address and device; moments are ms since 1970. */
export interface LinkUse {
  link: string;
  address: string;
  agent: string;
  firstAt: number;
  lastAt: number;
  opens: number;
}

/** All that was watched by the link. */
export interface LinkPace {
  /** s watched */
  seconds: number;
  /** first and last sign of a video that was watched, ms since 1970 */
  begunAt: number;
  seenAt: number;
}

/** A video that was watched by the link in one go. */
export interface LinkWatch extends LinkPace {
  work: string;
  video: string;
}

/**
 * networks: from so many networks · devices: on so many kinds of device · atonce: from two networks, on different devices, within minutes ·
 * faster: more was watched than went by · together: two videos played through at the same time
 */
export type LeakReason = 'networks' | 'devices' | 'atonce' | 'faster' | 'together';

export interface Leak {
  /** 'maybe': somebody may look; 'likely': hardly one person */
  level: 'none' | 'maybe' | 'likely';
  why: { code: LeakReason; values: Record<string, number> }[];
  networks: number;
  devices: number;
}

/** A phone's network, a home, an office and one on the way are one person's. */
const usualNetworks = 4;
const usualDevices = 3;
const minute = 60_000;
/** Two uses so near to each other, or beside each other for so long, are at once. */
const near = 5 * minute;
/** Without a sign for so long a stretch of use is over, ms: what lies beside another for longer was there all the while. */
export const usePause = near;
/** A player runs at twice the speed at most. */
const fastest = 2;
/** Seconds by which clocks and heartbeats may be wrong. */
const slack = 120;

/** So long a stretch (s), watched in at most so many times its length, was watched in one go. */
export const oneGo = { seconds: 300, within: 1.2 } as const;

/** Reasons that one person's habits do not give. */
const strong: readonly LeakReason[] = ['faster', 'together'];

/** Judges one link by all that is known of it. */
export function judgeLink(uses: readonly LinkUse[], pace: LinkPace, inOneGo: readonly LinkWatch[]): Leak {
  const networks = new Set(uses.map(({ address }) => networkOf(address))).size;
  const devices = new Set(uses.map(({ agent }) => deviceOf(agent))).size;
  const why: Leak['why'] = [];
  if (networks > usualNetworks) why.push({ code: 'networks', values: { count: networks } });
  if (devices > usualDevices) why.push({ code: 'devices', values: { count: devices } });
  const pairs = atOnce(uses);
  if (pairs) why.push({ code: 'atonce', values: { count: pairs } });
  const span = Math.max(0, pace.seenAt - pace.begunAt) / 1000;
  if (pace.seconds > span * fastest + slack)
    why.push({ code: 'faster', values: { watched: Math.round(pace.seconds / 60), went: Math.max(1, Math.round(span / 60)) } });
  const together = playedTogether(inOneGo);
  if (together) why.push({ code: 'together', values: { count: together } });
  const level = why.length === 0 ? 'none' : why.length >= 2 || why.some(({ code }) => strong.includes(code)) ? 'likely' : 'maybe';
  return { level, why, networks, devices };
}

/** An address without its last part, which a provider changes from day to day: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  if (plain.includes('.')) return plain.split('.').slice(0, 3).join('.');
  const groups = (plain.split('::')[0] ?? '').split(':');
  return groups.slice(0, 3).join(':').toLowerCase();
}

/** The kind of device and browser: a new version of the same is no other device. */
export function deviceOf(agent: string): string {
  const device = /iPad|iPhone|Android|Windows|CrOS|Macintosh|Linux/.exec(agent)?.[0] ?? 'other';
  // The first that is named is it: most claim to be Safari too.
  const browser = ['Edg', 'OPR', 'SamsungBrowser', 'FxiOS', 'CriOS', 'Firefox', 'Chrome', 'Safari'].find((name) => agent.includes(name)) ?? '';
  return `${device} ${browser}`;
}

interface Place {
  network: string;
  device: string;
  stretches: { firstAt: number; lastAt: number }[];
}

/**
 * Pairs of an address and device whose first or last sign lies minutes apart, or that were used beside each other, from other networks and on other devices:
 * one device that changes its network is one person.
 */
function atOnce(uses: readonly LinkUse[]): number {
  const known = new Map<string, Place>();
  for (const { address, agent, firstAt, lastAt } of uses) {
    const place = known.get(`${address} ${agent}`) ?? { network: networkOf(address), device: deviceOf(agent), stretches: [] };
    place.stretches.push({ firstAt, lastAt });
    known.set(`${address} ${agent}`, place);
  }
  const places = [...known.values()];
  let count = 0;
  for (const [index, one] of places.entries()) {
    const [first, last] = edgesOf(one);
    for (const other of places.slice(index + 1)) {
      if (one.network === other.network || one.device === other.device) continue;
      const isNear = edgesOf(other).some((then) => Math.abs(first - then) <= near || Math.abs(last - then) <= near);
      if (isNear || areBeside(one, other)) count += 1;
    }
  }
  return count;
}

function edgesOf({ stretches }: Place): [first: number, last: number] {
  return stretches.reduce(([first, last], { firstAt, lastAt }) => [Math.min(first, firstAt), Math.max(last, lastAt)], [Number.POSITIVE_INFINITY, 0]);
}

function areBeside(one: Place, other: Place): boolean {
  return one.stretches.some((a) => other.stretches.some((b) => Math.min(a.lastAt, b.lastAt) - Math.max(a.firstAt, b.firstAt) >= near));
}

/** Pairs of videos that were each watched in one go, one during the other. */
function playedTogether(inOneGo: readonly LinkWatch[]): number {
  const sorted = [...inOneGo].sort((a, b) => a.begunAt - b.begunAt);
  let count = 0;
  for (const [index, one] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (!other || other.begunAt >= one.seenAt) break;
      const shared = (Math.min(one.seenAt, other.seenAt) - other.begunAt) / 1000;
      if (shared > 0.5 * Math.min(one.seconds, other.seconds)) count += 1;
    }
  }
  return count;
}
