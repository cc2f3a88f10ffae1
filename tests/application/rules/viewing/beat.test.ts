import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBeat } from '#application/viewing/rules/beat.ts';
import { mostTries, mostTriesOfPage, triesLeft, triesWindow, waitOf } from '#application/viewing/rules/password-limit.ts';
import { belongsTo, clockText, originsOf, sourceOf, subtitleName } from '#application/viewing/rules/sources.ts';

const isKnown = (work: string, video: string): boolean => work === 'film:river' && (video === '' || video === 'a.mp4');
const good = { work: 'film:river', video: 'a.mp4', spans: [[0, 10]], at: 10, duration: 60 };
const codes = (body: unknown): string[] => {
  const read = readBeat(body, isKnown);
  return 'problems' in read ? read.problems.map(({ path, code }) => `${path} ${code}`) : [];
};

describe('R06 a heartbeat', () => {
  it('is accepted unchanged when it is possible', () => {
    expect(readBeat(good, isKnown)).toEqual({ beat: good });
    expect(codes({ work: '', video: '' })).toEqual([]);
    expect(codes({ work: 'film:river', video: '' })).toEqual([]);
    // A stream's length moves a little.
    expect(codes({ ...good, at: 61, spans: [[0, 61]] })).toEqual([]);
  });

  it.each([
    [null, ' field.type'],
    [[], ' field.type'],
    [{ ...good, viewer: 'x' }, 'viewer field.unknown'],
    [{ ...good, at: Number.NaN }, 'at field.range'],
    [{ ...good, at: 63 }, 'at field.range'],
    [{ ...good, duration: '60' }, 'duration field.range'],
    [{ ...good, spans: {} }, 'spans field.type'],
    [{ ...good, spans: [[10, 0]] }, 'spans/0 field.invalid'],
    [
      {
        ...good,
        spans: [
          [0, 1],
          [2, 90],
        ],
      },
      'spans/1 field.range',
    ],
    [{ ...good, work: 'film:sea' }, 'video field.reference'],
    [{ ...good, work: '', video: 'a.mp4' }, 'video field.reference'],
    [{ ...good, video: '' }, 'video field.required'],
  ])('%j is refused: %s', (body, problem) => {
    expect(codes(body)).toContain(problem);
  });

  it('never throws, and accepts nothing outside the film', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (spans, at, duration) => {
        const read = readBeat({ ...good, spans, at, duration }, isKnown);
        if ('problems' in read) return;
        for (const [from, to] of read.beat.spans) expect(from >= 0 && from <= to && to <= read.beat.duration + 2).toBe(true);
      }),
    );
  });
});

describe('R06 how often a password may be tried', () => {
  const none = { count: 0, last: 0 };
  it('five wrong tries of an address, then a quarter of an hour’s wait', () => {
    expect(waitOf({ count: mostTries - 1, last: 1_000 }, none, 1_000)).toBe(0);
    expect(waitOf({ count: mostTries, last: 1_000 }, none, 1_000)).toBe(triesWindow);
    expect(waitOf({ count: mostTries, last: 1_000 }, none, 1_000 + triesWindow)).toBe(0);
    expect([triesLeft(none), triesLeft({ count: 4, last: 1 }), triesLeft({ count: 9, last: 1 })]).toEqual([4, 0, 0]);
  });
  it('guessing from many places is slowed down to one try a minute', () => {
    expect(waitOf(none, { count: mostTriesOfPage, last: 1_000 }, 1_000)).toBe(60_000);
    expect(waitOf(none, { count: mostTriesOfPage, last: 1_000 }, 61_000)).toBe(0);
  });
});

describe('R06 what plays', () => {
  it.each([
    ['https://youtu.be/aqz-KE-bpKQ', 'frame'],
    ['https://vimeo.com/1084537', 'frame'],
    ['https://video.example.com/live/river.m3u8?token=1', 'hls'],
    ['https://video.example.com/river.MP4', 'direct'],
    ['http://video.example.com/river.mp4', 'link'],
    ['https://www.example.com/trailer', 'link'],
    ['javascript:alert(1)', undefined],
    ['/get/files/aaaaaaaaaaaaaaaaaaaaaaaaaa.mp4', undefined],
    ['', undefined],
  ])('%s as %s', (link, kind) => {
    expect(sourceOf(link)?.kind).toBe(kind);
  });

  it('names origins once, and only those from which the page itself loads', () => {
    const videos = ['https://a.example/x.m3u8', 'https://a.example/y.mp4', 'https://vimeo.com/1084537'].map((link) => sourceOf(link)!);
    expect(originsOf(videos)).toEqual(['https://a.example']);
  });

  it('recognises the film and language of subtitles by their name', () => {
    expect(subtitleName('river.en.vtt')).toEqual({ base: 'river', lang: 'en' });
    expect(subtitleName('River_tw.vtt')).toEqual({ base: 'river', lang: 'tw' });
    expect(subtitleName('talk.vtt')).toEqual({ base: 'talk', lang: '' });
    expect([belongsTo('river.en.vtt', 'river.mp4', 2), belongsTo('sea.en.vtt', 'river.mp4', 2), belongsTo('sea.en.vtt', 'river.mp4', 1)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('shows a position as a clock', () => {
    expect([clockText(0), clockText(754.9), clockText(3_725), clockText(-3)]).toEqual(['0:00', '12:34', '1:02:05', '0:00']);
  });
});
