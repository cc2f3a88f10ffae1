/** Captions (WebVTT) as a person wrote them: what players would skip, and what readers would miss, line by line; and SRT as WebVTT. Pure. */
import type { Problem } from '#rules/words/problem.ts';

/** Signs a second that can be read; a Chinese character counts as two. */
const readable = 25;
/** A video's own length may be off by a frame or two, s. */
const slack = 0.5;
const time = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;
const wide = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/g;

/** `length`: of the video in s, where it is known. `errors` are not played as they are meant, so such a file is refused; `warnings` are for the writer to decide. */
export function checkCaptions(text: string, name: string, length = Number.POSITIVE_INFINITY): { errors: Problem[]; warnings: Problem[] } {
  const [errors, warnings]: [Problem[], Problem[]] = [[], []];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const tell = (into: Problem[], code: Problem['code'], values: { name: string; line: number }) => into.push({ path: '', code, values });
  let before: { start: number; end: number } | undefined;
  let count = 0;
  for (const [index, content] of lines.entries()) {
    if (!content.includes('-->')) continue;
    count += 1;
    const line = index + 1;
    const [from = '', to = ''] = content.split('-->').map((part) => part.trim());
    const [start, end] = [secondsOf(from), secondsOf(to.split(/\s/)[0] ?? '')];
    if (start === undefined || end === undefined) {
      tell(errors, 'captions.time', { name, line });
      continue;
    }
    if (end <= start) {
      tell(errors, 'captions.end', { name, line });
      continue;
    }
    const said = lines
      .slice(index + 1, ending(lines, index + 1))
      .join(' ')
      .replace(/<[^>]*>/g, '')
      .trim();
    if (before && start < before.start) tell(warnings, 'captions.order', { name, line });
    else if (before && start < before.end) tell(warnings, 'captions.overlap', { name, line });
    if (said === '') tell(warnings, 'captions.empty', { name, line });
    if ((said.length + (said.match(wide)?.length ?? 0)) / (end - start) > readable) tell(warnings, 'captions.fast', { name, line });
    // Said once: what follows is beyond it too.
    if (end > length + slack && !(before && before.end > length + slack)) {
      warnings.push({ path: '', code: 'captions.beyond', values: { name, line, length: clock(length) } });
    }
    before = { start, end };
  }
  if (count === 0) tell(errors, 'captions.none', { name, line: 1 });
  return { errors, warnings };
}

/** SRT as WebVTT: its numbers go, its times get their dots; undefined for what is no SRT. */
export function captionsOfSrt(text: string): string | undefined {
  const body = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!/^\s*\d+\s*\n\d{1,2}:\d{2}:\d{2}[,.]\d{1,3}\s*-->/.test(body)) return undefined;
  const stamp = (hours: string, rest: string, part: string) => `${hours.padStart(2, '0')}:${rest}.${part.padEnd(3, '0')}`;
  const timed = body
    .replace(/^\d+[ \t]*\n(?=\d{1,2}:\d{2}:\d{2}[,.])/gm, '')
    .replace(/(\d{1,2}):(\d{2}:\d{2})[,.](\d{1,3})/g, (_, hours: string, rest: string, part: string) => stamp(hours, rest, part));
  return `WEBVTT\n\n${timed.trim()}\n`;
}

/** The first empty line at or behind a place. */
function ending(lines: readonly string[], from: number): number {
  const at = lines.findIndex((line, index) => index >= from && line.trim() === '');
  return at < 0 ? lines.length : at;
}

/** 75.2 → '1:15', 3_661 → '1:01:01' */
function clock(length: number): string {
  const parts = [Math.floor(length / 3_600), Math.floor(length / 60) % 60, Math.floor(length) % 60];
  return (parts[0] ? parts : parts.slice(1)).map((part, index) => (index ? String(part).padStart(2, '0') : String(part))).join(':');
}

function secondsOf(text: string): number | undefined {
  const [all, hours = '0', minutes, seconds, part] = time.exec(text) ?? [];
  return all === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(part) / 1000;
}
