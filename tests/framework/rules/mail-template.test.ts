import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignMail } from '#application/mailing/campaign-mail.ts';
import {
  campaignTemplateProblems,
  campaignTemplates,
  fillTemplate,
  type MailTemplate,
  placeholdersOf,
  sampleValues,
  templateProblems,
  timesOf,
  unknownIn,
} from '#application/mailing/rules/mail-template.ts';
import { isHeaderText } from '#rules/mail.ts';

const everyTemplate: MailTemplate[] = [...campaignTemplates, 'mailSelected', 'mailDeclined', 'mailReminder', 'mailFree', 'mailJurors'];
const tools = { config: { localesDir: 'locales' } };
/** Whatever a stranger may put into a name: lines, controls, braces, addresses. */
const hostile = fc.string({
  unit: fc.constantFrom('a', '海', '\r', '\n', '\u2028', '\u0000', '{', '}', '{code}', '\u202e', '😀', ' ', 'Bcc: x@y.z'),
  maxLength: 60,
});

describe('P04 mail templates of a campaign', () => {
  it.each(everyTemplate)('%s: the standard text of both languages has only known placeholders, and its samples fill all of them', (template) => {
    for (const lang of ['tw', 'en'] as const) {
      const mail = campaignMail(tools, undefined, template, lang, sampleValues(template, lang));
      expect(mail.body.length).toBeGreaterThan(20);
      expect(`${mail.subject}${mail.body}`).not.toMatch(/[{}]/);
      expect(isHeaderText(mail.subject)).toBe(true);
    }
    for (const each of placeholdersOf(template)) for (const lang of ['tw', 'en'] as const) expect(each.about[lang] && each.sample[lang]).toBeTruthy();
  });

  it.each(everyTemplate)('%s: whatever the values are, the subject is one line and no value adds a placeholder or a control character', (template) => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 12, maxLength: 12 }), (given) => {
        const values = Object.fromEntries(placeholdersOf(template).map(({ name }, index) => [name, given[index] ?? '']));
        const text = {
          subject: placeholdersOf(template)
            .map(({ name }) => `{${name}}`)
            .join(' - '),
          body: placeholdersOf(template)
            .map(({ name }) => `<{${name}}>`)
            .join('\n'),
        };
        const { subject, body } = fillTemplate(text, values);
        expect(isHeaderText(subject)).toBe(true);
        expect(body).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2028\u2029]/u);
      }),
    );
  });

  it('a value that looks like a placeholder is a value', () => {
    const mail = fillTemplate({ subject: '{name}', body: '{name} {code}' }, { name: '{code}', code: '204817' });
    expect(mail).toEqual({ subject: '{code}', body: '{code} 204817' });
  });

  it('no text of an editor leaves placeholder syntax in the mail', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '{', '}', '｛', '｝', 'name', '{name}', '{nobody}', '\n'), maxLength: 40 }), (body) => {
        const filled = fillTemplate({ subject: body, body }, sampleValues('mailSubmit', 'en'));
        for (const part of [filled.subject, filled.body]) expect(part).not.toMatch(/[{}｛｝]/);
      }),
    );
  });

  it('a name cannot advertise: an address in it is broken up, in the body too', () => {
    const { body } = fillTemplate(
      { subject: 'x', body: 'Dear {name},\n{url}' },
      { name: 'Win https://evil.example now www.evil.example', url: 'https://films.example/enroll' },
    );
    expect(body).toBe('Dear Win https: //evil.example now www evil.example,\nhttps://films.example/enroll');
  });

  it('an unknown placeholder is reported with its field and the known ones', () => {
    const text = { subjectTw: '{titel}', bodyTw: '{name} ｛code｝ {', subjectEn: 'Fine {title}', bodyEn: '' };
    expect(templateProblems('mailSubmit', text, 'mailSubmit/').map(({ path, values }) => [path, values?.placeholder])).toEqual([
      ['mailSubmit/subjectTw', '{titel}'],
      ['mailSubmit/bodyTw', '｛code｝'],
      ['mailSubmit/bodyTw', '{'],
    ]);
    expect(unknownIn('mailSubmit', '{code}')).toEqual(['{code}']);
    expect(unknownIn('mailVerify', '{code}')).toEqual([]);
  });

  it('a verification text without its code is refused, and an older one is replaced by the standard text', () => {
    expect(templateProblems('mailVerify', { bodyEn: 'Welcome {name}' })).toMatchObject([
      { path: 'bodyEn', code: 'rule.needed', values: { placeholder: '{code}' } },
    ]);
    const campaign = { cna: '第十五屆', enaName: 'Forum 15', mailVerify: { subjectEn: 'Hi from {campaign}', bodyEn: 'Welcome' } };
    const mail = campaignMail(tools, campaign, 'mailVerify', 'en', { email: 'a@b.co', code: '204817', minutes: 10, url: 'https://f.example' });
    expect(mail.subject).toBe('Hi from Forum 15');
    expect(mail.body).toContain('204817');
  });

  it('the campaign’s text is used before the standard one, in the languages that it has', () => {
    const campaign = { cna: '第十五屆', enaName: '', mailSubmit: { subjectTw: '收到《{title}》', bodyTw: '{name}，謝謝。', subjectEn: ' ', bodyEn: '' } };
    const values = sampleValues('mailSubmit', 'tw');
    expect(campaignMail(tools, campaign, 'mailSubmit', 'tw', values)).toEqual({ subject: '收到《海的記憶》', body: '林美惠，謝謝。' });
    expect(campaignMail(tools, campaign, 'mailSubmit', 'en', { ...sampleValues('mailSubmit', 'en'), campaign: 'F' }).subject).toBe(
      'F: we have received “Memory of the Sea”',
    );
  });

  it('unchanged texts never prevent saving a campaign', () => {
    const old = { mailReset: { bodyTw: '沒有驗證碼' } };
    expect(campaignTemplateProblems(old, old)).toEqual([]);
    expect(campaignTemplateProblems(old)).toHaveLength(1);
  });

  it('B05 times are on the campaign’s clock with its offset from UTC, never as CST', () => {
    expect(timesOf('2026-11-21 15:41:07', 'GMT+8', 'tw')).toEqual({ time: '2026-11-21 23:41（GMT+8）', timeUtc: '2026-11-21 15:41（UTC）' });
    expect(timesOf('2026-11-21 15:41:07', 'GMT-11', 'en').time).toBe('2026-11-21 04:41 (GMT-11)');
    expect(timesOf('', 'GMT+8', 'en').time).toBe('');
  });
});
