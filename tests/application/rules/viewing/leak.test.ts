import { describe, expect, it } from 'vitest';
import { deviceOf, judgeLink, type LinkUse, networkOf } from '#application/viewing/rules/leak.ts';

const minute = 60_000;
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604.1';
const laptop = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_2) AppleWebKit/537 Chrome/143.0 Safari/537.36';
const office = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537 Chrome/143.0 Safari/537.36';
const use = (address: string, agent: string, firstAt: number, lastAt = firstAt): LinkUse => ({ link: 'a', address, agent, firstAt, lastAt, opens: 1 });
const none = { seconds: 0, begunAt: 0, seenAt: 0 };
const codes = (leak: ReturnType<typeof judgeLink>) => leak.why.map(({ code }) => code);

describe('R35 a personal link that was probably passed on', () => {
  it('not for one person with a phone, a laptop and an office, hours apart', () => {
    const hour = 60 * minute;
    const leak = judgeLink([use('203.0.113.7', phone, 0, 9 * hour), use('198.51.100.9', laptop, 3 * hour), use('192.0.2.4', office, 30 * hour)], none, []);
    expect(leak).toEqual({ level: 'none', why: [], networks: 3, devices: 3 });
  });

  it('not for a phone that changes its network within a minute: that is one device', () => {
    expect(judgeLink([use('203.0.113.7', phone, 0), use('198.51.100.9', phone, minute)], none, []).level).toBe('none');
  });

  it('maybe for two devices in two networks within minutes', () => {
    const leak = judgeLink([use('203.0.113.7', phone, 0), use('198.51.100.9', office, 2 * minute)], none, []);
    expect(leak).toMatchObject({ level: 'maybe', why: [{ code: 'atonce', values: { count: 1 } }] });
  });

  it('two devices in two networks that overlap for some minutes are at the same time; one after the other they are not', () => {
    const mine = [use('203.0.113.7', laptop, 0, 8 * minute), use('203.0.113.7', laptop, 20 * minute, 70 * minute), use('203.0.113.7', laptop, 600 * minute)];
    const other = (from: number, to: number) => judgeLink([...mine, use('198.51.100.9', office, from * minute, to * minute)], none, []);
    expect(other(40, 50).why).toEqual([{ code: 'atonce', values: { count: 1 } }]);
    expect(other(9, 19).level).toBe('none');
    expect(other(90, 300).level).toBe('none');
    expect(other(40, 44).level).toBe('none');
  });

  it('likely for many networks and devices at the same time', () => {
    const uses = [phone, laptop, office, `${office} Edg/143`, phone].map((agent, index) => use(`203.0.${index}.7`, agent, index * minute));
    const leak = judgeLink(uses, none, []);
    expect(leak).toMatchObject({ level: 'likely', networks: 5, devices: 4 });
    expect(codes(leak)).toEqual(['networks', 'devices', 'atonce']);
  });

  it('likely for more hours watched than have passed, at any speed', () => {
    expect(judgeLink([], { seconds: 3 * 3600, begunAt: 0, seenAt: 60 * minute }, [])).toMatchObject({
      level: 'likely',
      why: [{ code: 'faster', values: { watched: 180, went: 60 } }],
    });
    // At twice the speed an hour holds two.
    expect(judgeLink([], { seconds: 2 * 3600, begunAt: 0, seenAt: 60 * minute }, []).level).toBe('none');
  });

  it('two films watched through at the same time', () => {
    const film = (work: string, begunAt: number) => ({ work, video: 'v.mp4', seconds: 3600, begunAt, seenAt: begunAt + 60 * minute });
    const pace = { seconds: 7200, begunAt: 0, seenAt: 80 * minute };
    expect(codes(judgeLink([], pace, [film('film:a', 0), film('film:b', 20 * minute)]))).toEqual(['together']);
    expect(codes(judgeLink([], { ...pace, seenAt: 120 * minute }, [film('film:b', 60 * minute), film('film:a', 0)]))).toEqual([]);
  });

  it('networks and devices are compared without fine differences', () => {
    expect(networkOf('203.0.113.7')).toBe(networkOf('::ffff:203.0.113.200'));
    expect(networkOf('2001:db8:1:2::5')).toBe(networkOf('2001:DB8:1:ffff::9'));
    expect(networkOf('2001:db8:1::5')).not.toBe(networkOf('2001:db8:2::5'));
    expect(deviceOf(laptop)).toBe(deviceOf(laptop.replace('143.0', '144.0')));
    expect(deviceOf(laptop)).not.toBe(deviceOf(office));
  });
});
