import { describe, expect, it } from 'vitest';
import { problems } from '#application/problems.ts';
import { repeatedStatuses } from '#rules/second-try.ts';
import { catalogue, type ProblemCode, statusOf } from '#rules/words/problem.ts';
import { sentence, text } from '#rules/words/wording.ts';
import { en, tw } from '../../../support/messages.ts';

const both: Record<string, Record<string, string>> = { tw, en };
const codes = Object.keys({ ...catalogue, ...problems }) as ProblemCode[]; // their own keys
const placeholders = (template: string) => [...new Set([...template.matchAll(/\{\w+\}/g)].map(([name]) => name))].sort();

describe.each(['tw', 'en'])('the catalogue in %s', (lang) => {
  const messages = both[lang] ?? {};

  it('K01-K27 has a text for every code, and none without one but status texts, what became of a job, and the API error', () => {
    expect(codes.filter((code) => !messages[code])).toEqual([]);
    const known = new Set<string>(codes);
    expect(
      Object.keys(messages).filter(
        (key) => !known.has(key) && !/^(status\.\d{3}|api\.(cut|error|home|starting|unknown|request|traced)|job\.(failed|cancelled|interrupted))$/.test(key),
      ),
    ).toEqual([]);
  });

  it('R44 names the client error codes and the status texts', () => {
    for (const status of [120, 130, 440, 498, 499, 404, 500, 503]) expect(messages[`status.${status}`], String(status)).toBeTruthy();
  });
});

describe('a text with a count', () => {
  it.each([
    [0, 'Pitches needs at least 0 items'],
    [1, 'Pitches needs at least 1 item'],
    [2, 'Pitches needs at least 2 items'],
  ])('is right for %i', (limit, english) => {
    expect(text('field.items', en, { label: 'Pitches', limit })).toBe(english);
    expect(text('field.items', tw, { label: '提案', limit }), 'Chinese has one form').toBe(`提案至少需要 ${limit} 項`);
  });

  it('its forms name the same values, and no text of either language has an empty form', () => {
    for (const messages of [tw, en])
      for (const [code, template] of Object.entries(messages)) {
        const [one = '', ...others] = template.split('||||');
        for (const other of others) expect([other.trim().length > 0, placeholders(other)], code).toEqual([true, placeholders(one)]);
      }
  });
});

describe('the texts that the specification gives', () => {
  it.each([
    ['msg.login', 'Login failed'],
    ['msg.nochange', 'No change to save'],
    ['file.name', 'Filename too long'],
    ['file.format', 'Invalid data format'],
    ['file.none', 'No files found'],
  ] as [ProblemCode, string][])('K01 K08 V43 %s reads "%s"', (code, expected) => {
    expect(text(code, en)).toBe(expected);
  });

  it('K01 the wrong account or password in Chinese', () => {
    expect(text('msg.login', tw)).toBe('帳號或密碼錯誤');
  });

  it('V31 V42 a required field is named: "{label} is required", "id is required"', () => {
    expect(sentence({ path: 'id', code: 'field.required' }, en, 'en')).toBe('id is required');
  });

  it('K24 K26 others: "Save failed [..]", "retrieve failed [..]"; K23 "API error: {message} [{error}]"', () => {
    expect(text('msg.save', en, { message: 'unknown' })).toBe('Save failed [unknown]');
    expect([text('msg.save', en), text('msg.save', tw)], 'K24 in the reader’s language').toEqual(['Save failed [unknown]', '儲存失敗［不明］']);
    expect(text('msg.retrieve', en, { message: '404' })).toBe('retrieve failed [404]');
    expect(en['api.error']).toBe('API error: {message} [{error}]');
  });

  it('R44 120 Client Error, 130 Unknown, 440 Login Time-out, 498 Invalid Token, 499 Token Required', () => {
    expect([120, 130, 440, 498, 499].map((status) => both.en?.[`status.${status}`])).toEqual([
      'Client Error',
      'Unknown',
      'Login Time-out',
      'Invalid Token',
      'Token Required',
    ]);
  });
});

describe('the specification’s own list of errors (section 8)', () => {
  // Copied from the specification sentence by sentence, not from the catalogue: what it lists has its code, its words in English and in Chinese.
  const listed: [said: string, code: string, en: RegExp, tw: RegExp][] = [
    ['login failed', 'msg.login', /^Login failed$/, /^帳號或密碼錯誤$/],
    ['account already exists', 'msg.exists', /account.*already exists/i, /帳號.*已存在/],
    ['account does not exist', 'msg.notexist', /account.*does not exist/i, /帳號.*不存在/],
    ['verification code mismatch', 'msg.code', /verification code.*not match/i, /驗證碼/],
    ['new password mismatch', 'msg.pwmatch', /new passwords.*not match/i, /新密碼/],
    ['data has been modified, please reload', 'msg.datamodi', /data has been modified, please reload/i, /資料已.*重新載入/],
    ['data not found', 'msg.notfound', /data not found/i, /(查無|找不到).*資料/],
    ['no selected record', 'msg.noselect', /no record selected/i, /(未|沒有)選/],
    ['no change to save', 'msg.nochange', /no change to save/i, /沒有.*修改/],
    ['data cannot be deleted', 'msg.nodelete', /data cannot be deleted/i, /資料.*(不能|無法|不可)刪除/],
    ['record referenced by another table', 'msg.referenced', /used by \{uses\}/i, /\{uses\}.*引用/],
    ['cannot delete own account', 'msg.ownaccount', /cannot delete your own account/i, /(不能|無法|不可)刪除自己的帳號/],
    ['deletion failed', 'msg.delete', /^delet\w+ failed$/i, /^刪除失敗$/],
    ['add failed', 'msg.add', /^add failed$/i, /^新增失敗$/],
    ['update failed', 'msg.update', /^update failed$/i, /^(更新|修改)失敗$/],
    ['export failed', 'msg.export', /^export failed$/i, /^匯出失敗$/],
    ['fetch failed', 'msg.fetch', /^fetch failed$/i, /(讀取|取得).*失敗/],
    ['query error', 'msg.query', /^query error$/i, /^查詢錯誤$/],
    ['execution failed', 'msg.exec', /^execution failed$/i, /^執行失敗$/],
    ['cannot delete numbered data', 'msg.numbered', /numbered data cannot be deleted/i, /編號.*(不能|無法|不可)刪除/],
    ['cannot delete when pairing exists', 'msg.pairing', /cannot be deleted while a pairing exists/i, /配對.*(不能|無法|不可)刪除/],
    ['pitch has related priority or pairing', 'msg.priority', /pitch has a related priority or pairing/i, /提案.*(志願|配對)/],
    ['a judge’s selection data blocks deletion', 'msg.judged', /juror’s selection blocks the deletion/i, /評審.*(不能|無法|不可)刪除/],
    ['data already exists', 'msg.dataexists', /data already exists/i, /資料已存在/],
    ['ID already taken', 'msg.mid', /id is already taken/i, /(代碼|編號|ID).*(已|使用)/],
    ['fields must not be blank', 'msg.blank', /fields must not be blank/i, /欄位(不能|不可|不得).*空/],
    ['try again', 'msg.again', /try again/i, /再試/],
    ['requires administrator identity', 'msg.admin', /requires the administrator’s identity/i, /管理(員|者)/],
    ['API error: {message} [{error message or unknown}]', 'api.error', /^API error: \{message\} \[\{error\}\]$/, /^API.*\{message\}.*\{error\}/],
    ['Save failed [sql message or unknown]', 'msg.save', /^Save failed \[\{message\}\]$/, /^儲存失敗［\{message\}］$/],
    ['retrieve failed [message]', 'msg.retrieve', /^retrieve failed \[\{message\}\]$/, /失敗.*\{message\}/],
    ['page not found with the path', 'msg.route', /not found.*\{path\}/i, /\{path\}/],
    ['{label} is required', 'field.required', /^\{label\} is required$/, /\{label\}.*必填/],
    ['out of range', 'field.range', /out of range/i, /範圍/],
    ['not an integer', 'field.integer', /not an integer/i, /整數/],
    ['not the same', 'field.same', /not the same/i, /\{label\}.*(不同|不一致|不相同)/],
    ['cannot be zero', 'field.zero', /cannot be zero/i, /(零|0)/],
    ['Filename too long', 'file.name', /^Filename too long$/, /檔名/],
    ['Invalid data format', 'file.format', /^Invalid data format$/, /格式/],
    ['No files found', 'file.none', /^No files found$/, /檔案/],
  ];

  it.each(listed)('%s', (_said, code, english, chinese) => {
    expect(both.en?.[code]).toMatch(english);
    expect(both.tw?.[code]).toMatch(chinese);
  });
});

describe('both languages say the same', () => {
  it.each(Object.keys(en))('%s has the same placeholders', (key) => {
    expect(placeholders(both.tw?.[key] ?? '')).toEqual(placeholders(both.en?.[key] ?? ''));
  });

  it('Chinese uses full-width punctuation outside of codes and examples', () => {
    const halfWidth = Object.entries(tw).filter(([, template]) => /[一-鿿][,.:;!?(]|[,:;!?)][一-鿿]/.test(template));
    expect(halfWidth).toEqual([]);
  });

  it('a refusal that the specified client would send again is only one that may succeed then', () => {
    const faults = [
      'msg.delete',
      'msg.add',
      'msg.update',
      'msg.export',
      'msg.fetch',
      'msg.exec',
      'msg.again',
      'msg.save',
      'msg.keylimit', // for programs alone
      'msg.unavailable',
      'msg.backupended', // of long work, as the next
      'msg.storeaway',
      'msg.internal',
    ];
    expect(codes.filter((code) => repeatedStatuses.has(statusOf(code)))).toEqual(faults);
  });
});
