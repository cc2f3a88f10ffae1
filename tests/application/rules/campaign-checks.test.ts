/** What the check before opening says of a campaign, line by line, and where each is mended. */
import { describe, expect, it } from 'vitest';
import { type CampaignToCheck, checkCampaign, imagePlaces, lightOf } from '#application/campaign/rules/checks.ts';
import type { Row } from '#codegen/model.ts';

const both = { tw: '<p>文</p>', en: '<p>Text</p>' };
const mail = { subjectTw: '主旨', bodyTw: '您好 {name} {code}', subjectEn: 'Subject', bodyEn: 'Dear {name} {code}' };
const plain = { ...mail, bodyTw: '您好 {name}', bodyEn: 'Dear {name}' };
const whole: Row = {
  id: 'ccdf20',
  cna: '大會',
  enaName: 'Forum',
  edition: 14,
  programs: ['C'],
  maxSel: 10,
  ppurl: 'https://example.com/p',
  cStart: '2026-01-01 00:00:00',
  cEnd: '2026-02-01 00:00:00',
  sStart: '2026-02-03 00:00:00',
  sEnd: '2026-03-01 00:00:00',
  cBefore: both,
  cAfter: both,
  sBefore: both,
  sAfter: both,
  sOnboarding: both,
  sGuideline: both,
  mailVerify: mail,
  mailReset: mail,
  mailSubmit: plain,
  mailInterview: plain,
};
const facts = (campaign: Row = {}, more: Partial<CampaignToCheck> = {}): CampaignToCheck => ({
  campaign: { ...whole, ...campaign },
  images: imagePlaces.map((place) => ({ place, altTw: '圖', altEn: 'Image' })),
  jurors: [{ email: 'a@example.com', enabled: true, hasPassword: true }],
  css: {},
  editions: [{ field: 'len', label: { tw: '片長', en: 'Length' }, editions: [13, 14], open: 5 }],
  ...more,
});
/** 'red windows enrol nostart cStart' of everything that is not green. */
const codesOf = (given: CampaignToCheck) =>
  checkCampaign(given)
    .filter(({ light }) => light !== 'green')
    .map(({ light, group, subject, found, at }) => `${light} ${group} ${subject} ${found} ${at.to === 'field' ? at.field : at.to}`);

describe('E01 the check before a campaign opens', () => {
  it('E01 is green where nothing is missing, in both languages', () => {
    expect(codesOf(facts())).toEqual([]);
    expect(lightOf(checkCampaign(facts()))).toBe('green');
  });

  it('V01 V02 windows without a start, without an end, with the end before the start, or overlapping', () => {
    expect(codesOf(facts({ cStart: '', sEnd: '' }))).toEqual(['red windows enrol nostart cStart', 'amber windows select noend sEnd']);
    expect(codesOf(facts({ cEnd: '2025-12-01 00:00:00' }))).toEqual(['red windows enrol order cEnd']);
    expect(codesOf(facts({ sStart: '2026-01-20 00:00:00' }))).toEqual(['amber windows select early sStart']);
  });

  it('B01 text in one language only is red, at the missing language', () => {
    expect(codesOf(facts({ enaName: '' }))).toEqual(['red rules name onelang enaName']);
    expect(codesOf(facts({ cAfter: { tw: '<p>文</p>', en: '<p>&nbsp;</p>' }, sGuideline: { tw: '', en: 'x' } }))).toEqual([
      'red messages cAfter noen cAfter/en',
      'red messages sGuideline notw sGuideline/tw',
    ]);
    expect(codesOf(facts({ sBefore: {} }))).toEqual(['amber messages sBefore empty sBefore']);
    // What is said while a window is open may be missing, but not in one language.
    expect(codesOf(facts({ cOpen: { tw: '<p>文</p>', en: '' }, sOpen: {} }))).toEqual(['red messages cOpen noen cOpen/en']);
    expect(codesOf(facts({ mailSubmit: { ...plain, subjectEn: '', bodyEn: '' } }))).toEqual(['red mails mailSubmit noen mailSubmit/subjectEn']);
  });

  it('E01 mails: unknown placeholders, a missing code, no text of the campaign', () => {
    expect(codesOf(facts({ mailInterview: { ...plain, bodyTw: '您好 {nmae}' } }))).toEqual(['red mails mailInterview placeholder mailInterview/bodyTw']);
    expect(codesOf(facts({ mailVerify: { ...mail, bodyEn: 'Dear {name}' } }))).toEqual(['red mails mailVerify needed mailVerify/bodyEn']);
    expect(codesOf(facts({ mailReset: {} }))).toEqual(['amber mails mailReset standard mailReset/subjectTw']);
  });

  it('E01 edition, its options, selections for each juror, programs, template', () => {
    expect(codesOf(facts({ edition: null }))).toEqual(['amber rules edition empty edition']);
    expect(codesOf(facts({ edition: 20 }))).toEqual(['amber rules edition noown edition']);
    expect(codesOf(facts({}, { editions: [{ field: 'len', label: { tw: '片長', en: 'Length' }, editions: [13], open: 0 }] }))).toEqual([
      'red rules edition nooptions edition',
    ]);
    expect(codesOf(facts({ maxSel: null, programs: [], ppurl: '' }))).toEqual([
      'red rules programs empty programs',
      'red rules maxSel empty maxSel',
      'amber rules ppurl empty ppurl',
    ]);
  });

  it('E01 styles with problems, images by place, jurors who cannot sign in', () => {
    expect(codesOf(facts({ cAfterCss: 'x' }, { css: { cAfterCss: 2 } }))).toEqual(['red messages cAfterCss css cAfterCss']);
    expect(codesOf(facts({}, { images: [{ place: 'enroll', altTw: '', altEn: 'x' }] }))).toEqual([
      'amber images enroll noalt images',
      ...imagePlaces.slice(1).map((place) => `amber images ${place} empty images`),
    ]);
    expect(codesOf(facts({}, { jurors: [] }))).toEqual(['amber jury jurors empty jury']);
    const jurors = [
      { email: '', enabled: true, hasPassword: true },
      { email: 'b@example.com', enabled: true, hasPassword: false },
      { email: '', enabled: false, hasPassword: false },
    ];
    expect(codesOf(facts({}, { jurors }))).toEqual(['red jury email missing jury', 'amber jury password missing jury']);
  });
});
