import { describe, expect, it } from 'vitest';
import { statusText } from '#admin/errors/status-text.ts';
import { JobEnded } from '#client/http/api-error.ts';
import { ApiError } from '#client/http-client.ts';
import { failureLines } from '#client/notices/failure-lines.ts';
import { noticeLines } from '#client/notices/notice-lines.ts';
import { worded } from '#client/providers/i18n.ts';
import en from '#locales/en/messages.json' with { type: 'json' };
import tw from '#locales/tw/messages.json' with { type: 'json' };
import { clientRecordOf, clientStatus, entryOfError } from '#rules/log-entry.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const english = (code: string, values?: Record<string, string | number>) => worded(en, code, values);
const chinese = (code: string, values?: Record<string, string | number>) => worded(tw, code, values);

describe('K22 B06 a negative notice', () => {
  it.each([0, 1, 9, 10])('K22 shows %i lines completely', (count) => {
    expect(noticeLines(lines(count))).toEqual(lines(count));
  });
  it.each([11, 12, 500])("K22 of %i lines shows ten, then '..........'", (count) => {
    expect(noticeLines(lines(count))).toEqual([...lines(10), '..........']);
  });
  it('K22 counts the lines of a message, not the messages', () => {
    expect(noticeLines([lines(6).join('\n'), lines(6).join('\r\n')])).toHaveLength(11);
    expect(noticeLines('one\n\n  \ntwo')).toEqual(['one', 'two']);
  });
});

describe('K23 a failed call', () => {
  it("K23 reads 'API error: {message} [{error}]'", () => {
    expect(failureLines(new ApiError(503, 'upstream gone', null), english)).toEqual(['API error: Service Unavailable [upstream gone]']);
    expect(failureLines(new ApiError(0, 'Failed to fetch', null), english)).toEqual(['API error: Client Error [Failed to fetch]']);
  });
  it("K23 says 'unknown' where the error says nothing", () => {
    expect(failureLines(new ApiError(500, '', null), english)).toEqual(['API error: Internal Server Error [unknown]']);
    expect(failureLines({}, english)).toEqual(['API error: Unknown [unknown]']);
  });
  it('K23 a fault of the server shows the id of the request for its log, in both languages', () => {
    const refusal = (code: string, message: string) => ({ done: false as const, msg: message, err: { code, message, fields: [] }, data: null });
    const fault = (code: string, message: string) => new ApiError(500, message, refusal(code, message), { request: 'r-1' });
    expect(failureLines(fault('msg.fetch', 'Fetch failed'), english)).toEqual(['API error: Fetch failed [request r-1]']);
    expect(failureLines(fault('msg.fetch', '讀取失敗'), chinese)).toEqual(['API 錯誤：讀取失敗［請求編號 r-1］']);
    expect(failureLines(fault('msg.internal', 'Something went wrong here. Request r-1'), english)).toEqual([
      'API error: Internal Server Error [Something went wrong here. Request r-1]',
    ]);
    expect(failureLines(fault('msg.save', 'Save failed [unknown]'), english)).toEqual(['Save failed [unknown]', 'request r-1']);
    expect(failureLines(new ApiError(502, 'Bad Gateway', null, { request: 'r-1' }), english)).toEqual(['API error: 502 [Bad Gateway, request r-1]']);
    expect(failureLines(new ApiError(503, 'Come again', refusal('msg.unavailable', 'Come again'), { request: 'r-1' }), english)).toEqual(['Come again']);
  });
  it('K23 long work that came to no end says what became of it, with its reason in words', () => {
    expect(failureLines(new JobEnded('cancelled', ''), chinese)).toEqual(['已停止；已處理的部分會保留。']);
    expect(failureLines(new JobEnded('interrupted', ''), english)).toEqual([en['job.interrupted']]);
    expect(failureLines(new JobEnded('failed', 'msg.storeaway'), english)).toEqual([en['job.failed'], en['msg.storeaway']]);
  });
  it('K23 a refusal has its own sentence, with its fields below', () => {
    const err = { code: 'msg.invalid', message: '請修正標示的欄位', fields: [{ path: 'id', code: 'field.required', message: '編號為必填' }] };
    expect(failureLines(new ApiError(422, err.message, { done: false, msg: err.message, err, data: null }), chinese)).toEqual([
      '請修正標示的欄位',
      '編號為必填',
    ]);
  });
});

describe('R44 status texts', () => {
  it.each([
    [120, 'Client Error'],
    [130, 'Unknown'],
    [440, 'Login Time-out'],
    [498, 'Invalid Token'],
    [499, 'Token Required'],
  ])('R44 %i reads %s', (code, text) => {
    expect(statusText(code, english)).toBe(text);
    expect(statusText(code, chinese)).not.toMatch(/^status\./);
  });
  it('R44 a code without a text reads as 130, in both languages', () => {
    expect(statusText(799, english)).toBe('Unknown');
    expect(statusText(799, chinese)).toBe(statusText(130, chinese));
  });
  it('R44 K25 an uncaught error is logged with its own code, else 120 for an error and 130 for anything else', () => {
    const logged = (error: unknown) => entryOfError(clientRecordOf(error), { src: 'test', side: 'C', user: 'N/A' });
    expect(logged(new TypeError('x is undefined'))).toMatchObject({ level: 'error', msg: 'x is undefined', desc: '120 Client Error' });
    expect(logged('thrown text')).toMatchObject({ level: 'error', msg: 'thrown text', desc: '130 Unknown' });
    expect(logged({})).toMatchObject({ desc: '130 Unknown' });
    expect(logged(new ApiError(503, 'gone', null)).desc).toBe('503');
  });
  it('R43 an error page has the code of the answer, 120 for a fault of the page, 130 for anything else', () => {
    expect(clientStatus(new ApiError(498, 'x', null))).toBe(498);
    expect(clientStatus(new ApiError(0, 'x', null))).toBe(120);
    expect(clientStatus(new TypeError('x'))).toBe(120);
    expect(clientStatus('x')).toBe(130);
  });
});
