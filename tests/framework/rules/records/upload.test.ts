import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileRule } from '#codegen/model.ts';
import { byteRange } from '#framework/api/files/byte-range.ts';
import { baseOf, demandName, fileNames, makeName, thumbName } from '#framework/files/storage.ts';
import {
  acceptOf,
  checkUpload,
  extensionOf,
  isStoredName,
  linkOf,
  longestName,
  nameInLink,
  sizeText,
  thumbLink,
  typeByName,
  typesOf,
} from '#rules/records/upload.ts';

const image: FileRule = { purpose: 'poster', kinds: ['image'], maxSize: 2 * 1_048_576, maxCount: 1, public: true };
const stills: FileRule = { ...image, purpose: 'still', maxSize: 3 * 1_048_576, maxCount: 3 };
const file = (name = 'a.jpg', size = 1) => ({ name, size });
const codes = (files: unknown, rule = image, existing = 0) => checkUpload(files, rule, existing).map(({ code }) => code);

describe('what may be uploaded', () => {
  it('V43 takes lists of files only, with at least one, with names of at most 255 encoded characters', () => {
    for (const input of [undefined, null, 'a.jpg', 7, {}, { length: 1 }, ['a.jpg'], [{ name: 1, size: 1 }]]) expect(codes(input)).toEqual(['file.format']);
    expect(codes([])).toEqual(['file.none']);
    expect(codes([file(`${'a'.repeat(251)}.jpg`)])).toEqual([]);
    expect(codes([file(`${'a'.repeat(252)}.jpg`)])).toEqual(['file.name']);
    expect(codes([file(`${'影'.repeat(27)}.jpg`)])).toEqual([]);
    expect(codes([file(`${'影'.repeat(28)}.jpg`)])).toEqual(['file.name']);
    expect(codes([file('\ud800.jpg')])).toEqual(['file.format']);
    expect(codes([file('a\n.jpg')])).toEqual(['file.format']);
  });
  it('V43 says the same of every name as its encoded length does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (text) => {
        const name = `${text.replace(/\p{Cc}/gu, '')}x.jpg`;
        expect(codes([file(name)])).toEqual(encodeURIComponent(name).length > longestName ? ['file.name'] : []);
      }),
    );
  });
  it('V18 V19 V22 at most 2 MB for an image, 3 MB for each of three stills, counting the stored ones', () => {
    expect(codes([file('a.jpg', 2_097_152)])).toEqual([]);
    expect(checkUpload([file('a.jpg', 2_097_153)], image)).toEqual([{ path: '', code: 'file.size', values: { name: 'a.jpg', limit: '2 MB' } }]);
    expect(codes([file(), file(), file()], stills)).toEqual([]);
    expect(codes([file(), file(), file('b.jpg', 3_145_729)], stills)).toEqual(['file.size']);
    expect(codes([file(), file(), file(), file()], stills)).toEqual(['file.count']);
    expect(codes([file(), file()], stills, 1)).toEqual([]);
    expect(codes([file(), file()], stills, 2)).toEqual(['file.count']);
  });
  it('V22 kinds by extension; where the name does not decide, the content does', () => {
    expect(codes([file('a.PNG')])).toEqual([]);
    expect(codes([file('a')])).toEqual([]);
    expect(codes([file('a.pdf')])).toEqual(['file.kind']);
    expect(codes([file('a.svg')])).toEqual(['file.kind']);
    expect(codes([file('a.stl')], { ...image, kinds: ['model/stl'] })).toEqual([]);
    expect([...typesOf({ kinds: ['text/html', 'image/svg+xml', 'application/x-msdownload'] })]).toEqual([]);
    expect([...typesOf({ kinds: ['pdf', 'image/png'] })]).toEqual(['application/pdf', 'image/png']);
    expect(acceptOf({ kinds: ['pdf'] })).toBe('application/pdf,.pdf');
    for (const type of typesOf({ kinds: ['image', 'pdf', 'video', 'document', 'text/vtt'] })) expect(typeByName(`x.${extensionOf(type)}`)).toBe(type);
    for (const name of ['a.svg', 'a.html', 'a.js', 'a.exe', 'a.']) expect(typeByName(name)).toBeUndefined();
  });
  it('V22 sizes in words', () => {
    expect([500, 2_048, 1_572_864, 20 * 1_048_576, 2 * 1_073_741_824].map(sizeText)).toEqual(['500 B', '2 KB', '1.5 MB', '20 MB', '2 GB']);
  });
});

describe('stored names', () => {
  it('C03 no two are equal, and each is found in its link', () => {
    const names = Array.from({ length: 2_000 }, () => makeName('jpg'));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(isStoredName(name)).toBe(true);
      expect(nameInLink(linkOf(name))).toBe(name);
      expect(nameInLink(thumbLink(linkOf(name), 320))).toBe(name);
      expect(baseOf(thumbName(name, 320))).toBe(baseOf(name));
    }
  });
  it('C04 nothing that somebody could type is one: no path, no other site', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webPath(),
          fc.constantFrom('../x', '..', '.incoming', 'a/b', `${'a'.repeat(26)}/x.jpg`, `${'a'.repeat(26)}.jpg/..`, `../${'a'.repeat(26)}.jpg`),
        ),
        (text) => {
          expect(isStoredName(text)).toBe(false);
          expect(() => demandName(text, fileNames)).toThrow('not a stored name');
          expect(nameInLink(`/get/files/${text}`)).toBeUndefined();
        },
      ),
    );
    const name = makeName('jpg');
    for (const link of [`https://evil.example${linkOf(name)}`, `//x${linkOf(name)}`, `${linkOf(name)}#`, `${linkOf(name)}?w=1&x`])
      expect(nameInLink(link)).toBeUndefined();
    expect(thumbLink('https://example.com/a.jpg', 320)).toBe('https://example.com/a.jpg');
    expect(thumbLink(linkOf(makeName('pdf')), 320)).not.toContain('w=');
  });
  it('R34 a film of 2 GB and its subtitles are recognised by their names', () => {
    const film: FileRule = { purpose: 'video', kinds: ['video'], maxSize: 2 * 1_073_741_824, maxCount: 4, public: false };
    const talk: FileRule = { ...film, purpose: 'subtitle', kinds: ['text/vtt'], maxSize: 1_048_576, maxCount: 8 };
    expect(['river.mp4', 'river.M4V', 'river.webm', 'river.mov', 'river'].flatMap((name) => codes([file(name, 2_147_483_648)], film))).toEqual([]);
    expect(checkUpload([file('river.mp4', 2_147_483_649)], film)).toEqual([{ path: '', code: 'file.size', values: { name: 'river.mp4', limit: '2 GB' } }]);
    for (const name of ['river.mkv', 'river.avi', 'river.vtt', 'river.html', 'river.mp3']) expect(codes([file(name)], film)).toEqual(['file.kind']);
    expect(codes([file('river.tw.vtt')], talk)).toEqual([]);
    for (const name of ['river.srt', 'river.txt', 'river.mp4', 'river.html']) expect(codes([file(name)], talk)).toEqual(['file.kind']);
    expect(acceptOf(talk)).toBe('text/vtt,.vtt');
  });
  it('R34 a range is the part of the file that the header asks for', () => {
    const all = (size: number) => Array.from({ length: size }, (_, at) => at);
    fc.assert(
      fc.property(fc.nat(40), fc.nat(60), fc.nat(60), (size, first, last) => {
        const taken = (header: string) => {
          const range = byteRange(header, size);
          return typeof range === 'object' ? all(size).slice(range.start, range.end + 1) : range;
        };
        const some = (bytes: number[]) => (bytes.length ? bytes : 'unsatisfiable');
        expect(taken(`bytes=${first}-`)).toEqual(some(all(size).filter((at) => at >= first)));
        expect(taken(`bytes=-${last}`)).toEqual(some(last ? all(size).slice(-last) : []));
        expect(taken(`bytes=${first}-${last}`)).toEqual(last < first ? undefined : some(all(size).filter((at) => at >= first && at <= last)));
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(), (text, size) => {
        for (const header of [text, `bytes=${text}`]) {
          const range = byteRange(header, size);
          if (typeof range === 'object') expect(0 <= range.start && range.start <= range.end && range.end < size).toBe(true);
        }
      }),
    );
  });
  it('C04 a range is inside the file, or there is none', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.option(fc.nat(60)), fc.option(fc.nat(60)), (size, first, last) => {
        const range = byteRange(`bytes=${first ?? ''}-${last ?? ''}`, size);
        if (range === undefined || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(size);
      }),
    );
    expect(['bytes=', 'bytes=-', 'items=0-1', 'bytes=3-1', 'bytes=0-1,2-3', undefined].map((header) => byteRange(header, 10))).toEqual(
      Array(6).fill(undefined),
    );
  });
});
