import { describe, expect, it } from 'vitest';
import { clockText, nextForumDay, unopenedBefore, unwished } from '#application/viewing/rules/meetings.ts';
import { missingInLanguages } from '#application/viewing/rules/missing.ts';
import { composerPath, pageNameOf, publicPath } from '#application/viewing/rules/page-address.ts';
import { hasMaterial, languagesOf, storedWorks, type WorkFacts, workFacts, worksOf } from '#application/viewing/rules/works.ts';
import type { Lang, Row } from '#codegen/model.ts';

const page = (more: Row = {}): Row => ({ title: '線上觀影', intro: '<p>歡迎</p>', access: 'open', protect: false, start: '', end: '', works: [], ...more });
const work = (id: string, more: Row = {}): Row => ({ film: id, group: '', show: ['stills', 'synopsis', 'video'], ...more });
const film = (id: string, more: Row = {}): [WorkFacts['key'], WorkFacts] => {
  const facts = workFacts('film', { id, cname: '河', ename: 'River', csynopsis: '河流', esynopsis: 'A river', ...more }, (link) => link);
  return [facts.key, facts];
};
const kinds = (pages: Partial<Record<Lang, Row>>, ...facts: [WorkFacts['key'], WorkFacts][]) =>
  missingInLanguages({ tw: pages.tw, en: pages.en }, new Map(facts)).map(({ lang, kind, work: key }) => `${lang} ${kind} ${key}`.trim());

describe('R35 what is missing in one language', () => {
  it('two equal pages lack nothing, and neither do two missing ones', () => {
    const both = page({ works: [work('a'), work('b')] });
    expect(kinds({ tw: both, en: both }, film('a'), film('b'))).toEqual([]);
    expect(kinds({})).toEqual([]);
  });

  it('a page that does not exist, a title, an introduction', () => {
    expect(kinds({ tw: page() })).toEqual(['en page']);
    expect(kinds({ tw: page(), en: page({ title: ' ', intro: '<p>&nbsp;</p>' }) })).toEqual(['en title', 'en intro']);
  });

  it('a work that is on one page only, on either side', () => {
    expect(kinds({ tw: page({ works: [work('a')] }), en: page({ works: [work('b')] }) }, film('a'), film('b'))).toEqual(['tw work film:b', 'en work film:a']);
  });

  it('a name, a synopsis, subtitles that the work has in the other language', () => {
    const vtt = [{ fileName: 'river.tw.vtt' }];
    const both = page({ works: [work('a')] });
    expect(kinds({ tw: both, en: both }, film('a', { ename: '', esynopsis: '', videos: [{ fileName: 'river.mp4' }], subtitles: vtt }))).toEqual([
      'en name film:a',
      'en synopsis film:a',
      'en subtitles film:a',
    ]);
    // What the page does not show is not missed.
    const quiet = page({ works: [work('a', { show: ['stills'] })] });
    expect(kinds({ tw: quiet, en: quiet }, film('a', { esynopsis: '', videos: [{ fileName: 'river.mp4' }], subtitles: vtt }))).toEqual([]);
  });

  it('another mark is another protection, where there is one', () => {
    expect(kinds({ tw: page({ protect: true }), en: page({ protect: true, mark: 'off' }) })).toEqual(['en protect']);
    expect(kinds({ tw: page({ protect: true }), en: page({ protect: true, mark: 'name' }) })).toEqual([]);
    expect(kinds({ tw: page({ mark: 'off' }), en: page({ mark: 'email' }) })).toEqual([]);
  });

  it('different groups, materials, order, window, access and protection are reported once', () => {
    const tw = page({ works: [work('a', { group: '第一天' }), work('b')], end: '2026-12-01 00:00:00', access: 'personal', protect: true });
    const en = page({ works: [work('b', { show: ['stills'] }), work('a')] });
    expect(kinds({ tw, en }, film('a'), film('b'))).toEqual(['en group film:a', 'en show film:b', 'en order', 'en window', 'en access', 'en protect']);
  });

  it('the language of an applicant’s synopsis is recognised by its text', () => {
    expect(languagesOf('一條河的故事，導演 Lin 拍了三年，跟著漁民出海。')).toEqual(['tw']);
    expect(languagesOf('The story of a river (河), three years at sea.')).toEqual(['en']);
    expect(languagesOf('一條河的故事。The story of a river.')).toEqual(['tw', 'en']);
    expect(languagesOf(' ')).toEqual([]);
    const pitch = workFacts('pitch', { id: 'p', logline: '一條河', stills: [{ link: '/get/files/x.jpg' }] }, (link) => `${link}?w=320`);
    expect(pitch).toMatchObject({ key: 'pitch:p', synopsis: ['tw'], stills: 1, still: '/get/files/x.jpg?w=320' });
    expect([hasMaterial(pitch, 'synopsis', 'en'), hasMaterial(pitch, 'stills', 'en'), hasMaterial(pitch, 'roughCut', 'tw')]).toEqual([false, true, false]);
  });

  it('stored works are read, and the second of two equal ones is left out', () => {
    const stored: Row[] = [{ pitch: 'p', group: 'Day 1', show: ['stills'] }, work('a')];
    expect(storedWorks(worksOf({ works: [...stored, work('a')] }))).toEqual(stored);
  });
});

describe('R35 addresses of viewing pages', () => {
  it('every part matches [A-Za-z0-9]{1,20}, the language is tw or en', () => {
    expect(pageNameOf('vp-ccdf15-1.tw')).toEqual({ campaign: 'ccdf15', pg: '1', lang: 'tw' });
    for (const wrong of ['vp-ccdf15-1', 'vp-ccdf15-1.de', 'vp-cc_df-1.tw', `vp-${'a'.repeat(21)}-1.tw`, 'vp-ccdf15-.tw', 'vp-a-b-c.tw', 'ccdf15-1.tw'])
      expect(pageNameOf(wrong), wrong).toBeUndefined();
    const name = { campaign: 'ccdf15', pg: 'A2', lang: 'en' } as const;
    expect([composerPath(name), publicPath(name)]).toEqual(['/vpman/vp-ccdf15-A2.en', '/vp/ccdf15?pg=A2&lang=en']);
  });
});

describe('viewing compared with the forum', () => {
  const meeting = (dm: string, pitch: string, start: string) => ({ dm, pitch, start });
  const meetings = [
    meeting('d1', 'p1', '2026-12-05 02:00:00'),
    meeting('d1', 'p2', '2026-12-05 01:00:00'),
    meeting('d2', 'p1', '2026-12-05 17:00:00'),
    meeting('d2', 'p2', '2026-12-06 02:00:00'),
  ];
  const now = Date.parse('2026-12-04T03:00:00Z');

  it('the day to prepare for is tomorrow by the campaign’s clock, else the next day with meetings', () => {
    expect(nextForumDay(meetings, now, 8)).toBe('2026-12-05');
    expect(nextForumDay(meetings, Date.parse('2026-11-01T00:00:00Z'), 8)).toBe('2026-12-05');
    expect(nextForumDay(meetings, Date.parse('2026-12-06T00:00:00Z'), 8)).toBe('');
  });

  it('unopened pitches are listed by person and time, and marked where they are not on the page', () => {
    const seen = [{ dm: 'd1', pitch: 'p1', seconds: 0, share: 0, opens: 1, seenAt: 1 }];
    expect(unopenedBefore(meetings, seen, new Set(['p2']), '2026-12-05', 8)).toEqual([{ ...meetings[1], onPage: true }]);
    expect(unopenedBefore(meetings, [], new Set(['p2']), '2026-12-06', 8).map(({ dm, pitch, onPage }) => [dm, pitch, onPage])).toEqual([
      ['d2', 'p1', false],
      ['d2', 'p2', true],
    ]);
  });

  it('works watched long or far without a wish are offered at the end of the wishes', () => {
    const seen = (dm: string, pitch: string, seconds: number, share: number) => ({ dm, pitch, seconds, share, opens: 1, seenAt: 1 });
    const rows = [seen('d1', 'p1', 500, 0.2), seen('d1', 'p2', 30, 0.1), seen('d1', 'p3', 60, 0.9), seen('gone', 'p1', 500, 1), seen('d1', 'away', 500, 1)];
    const offers = unwished(rows, new Map([['d1', ['x', 'y']]]), new Set(['p1', 'p2', 'p3', 'x', 'y']));
    expect(offers.map(({ pitch, place }) => [pitch, place])).toEqual([
      ['p3', 3],
      ['p1', 3],
    ]);
    expect(unwished(rows, new Map([['d1', ['p1', 'p3']]]), new Set(['p1', 'p2', 'p3']))).toEqual([]);
  });

  it('lengths are shown like clocks', () => {
    expect([clockText(0), clockText(65.4), clockText(3725)]).toEqual(['0:00', '1:05', '1:02:05']);
  });
});
