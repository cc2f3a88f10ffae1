/**
 * Was a personal link probably passed on? The signs are addresses, devices and times: several networks at once, more devices than one person has,
 * more hours watched than have passed, or two films at the same time (issue 6, point 3). The result accuses nobody; it gives reasons to ask. Pure.
 */

/** A period in which a link was used from one address and device; moments are ms since 1970. */
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
  /** first and last heartbeat of a video, ms since 1970 */
  begunAt: number;
  seenAt: number;
}

/** A video that was watched by the link in one sitting. */
export interface LinkWatch extends LinkPace {
  work: string;
  video: string;
}

/**
 * networks: from so many networks · devices: on so many kinds of device · atonce: from two networks, on different devices, within minutes · faster:
 * more was watched than time has passed · together: two videos played at the same time
 */
export type LeakReason = 'networks' | 'devices' | 'atonce' | 'faster' | 'together';

export interface Leak {
  /** 'maybe': worth a check; 'likely': probably more than one person */
  level: 'none' | 'maybe' | 'likely';
  why: { code: LeakReason; values: Record<string, number> }[];
  networks: number;
  devices: number;
}

/** A phone's network, a home, an office and one more while travelling still belong to one person. */
const usualNetworks = 4;
const usualDevices = 3;
const minute = 60_000;
/** Two uses this close in time, or overlapping for this long, are at the same time. */
const near = 5 * minute;
/** A period of use ends after this long without a heartbeat, ms: a longer overlap is a real one. */
export const usePause = near;
/** A player runs at most at twice the speed. */
const fastest = 2;
/** Tolerance for clocks and heartbeats, s. */
const slack = 120;

/** A video of at least this length (s) that was watched within this multiple of its length was watched in one sitting. */
export const oneGo = { seconds: 300, within: 1.2 } as const;

/** Reasons that one person's habits cannot explain. */
const strong: readonly LeakReason[] = ['faster', 'together'];

/** Judges one link by everything that is known about it. */
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

/** An address without its last part, which providers change often: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  if (plain.includes('.')) return plain.split('.').slice(0, 3).join('.');
  const groups = (plain.split('::')[0] ?? '').split(':');
  return groups.slice(0, 3).join(':').toLowerCase();
}

/** The kind of device and browser: a new version of the same browser is not another device. */
export function deviceOf(agent: string): string {
  const device = /iPad|iPhone|Android|Windows|CrOS|Macintosh|Linux/.exec(agent)?.[0] ?? 'other';
  // The first match counts, because most browsers also claim to be Safari.
  const browser = ['Edg', 'OPR', 'SamsungBrowser', 'FxiOS', 'CriOS', 'Firefox', 'Chrome', 'Safari'].find((name) => agent.includes(name)) ?? '';
  return `${device} ${browser}`;
}

interface Place {
  network: string;
  device: string;
  stretches: { firstAt: number; lastAt: number }[];
}

/**
 * Pairs of an address and a device that were used at the same time or within minutes, from different networks and on different devices. One device
 * that changes its network does not count.
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

/** Pairs of videos that were each watched in one sitting, at the same time. */
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
