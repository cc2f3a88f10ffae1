/**
 * Calendars in the format of RFC 5545, with the extensions for Outlook and Apple. Pure: the same facts give the same bytes, so that the ETag of an
 * unchanged feed stays the same.
 */

export interface CalendarEvent {
  /** never changes for the same event */
  uid: string;
  /** rises with each change; a calendar program uses the event with the higher one */
  sequence: number;
  /** 'YYYY-MM-DD hh:mm:ss' UTC */
  start: string;
  end: string;
  summary: string;
  location: string;
  description: string;
  /** cancelled: stays in the calendar, struck out, until the program removes it */
  isCancelled: boolean;
}

export interface Calendar {
  name: string;
  /** 'zh-TW', 'en' */
  language: string;
  /** when the events were released, 'YYYY-MM-DD hh:mm:ss' UTC */
  at: string;
  /** how often a program should ask again, minutes */
  refresh: number;
  events: readonly CalendarEvent[];
}

/** Lines end with CRLF and are folded at 75 octets, never within a character. */
export function writeCalendar({ name, language, at, refresh, events }: Calendar): string {
  const stamp = at ? utcOf(at) : '19700101T000000Z';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Reelbase//One-on-one timetable//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    textLine(`NAME;LANGUAGE=${language}`, name),
    textLine('X-WR-CALNAME', name),
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refresh}M`,
    `X-PUBLISHED-TTL:PT${refresh}M`,
    ...events.flatMap((event) => eventLines(event, stamp, language)),
    // A calendar must have at least one component: without a meeting, the time zone.
    ...(events.length ? [] : emptyZone),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent, stamp: string, language: string): string[] {
  const { uid, sequence, start, end, summary, location, description, isCancelled } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `DTSTART:${utcOf(start)}`,
    `DTEND:${utcOf(end)}`,
    textLine(`SUMMARY;LANGUAGE=${language}`, summary),
    ...(location ? [textLine(`LOCATION;LANGUAGE=${language}`, location)] : []),
    ...(description ? [textLine(`DESCRIPTION;LANGUAGE=${language}`, description)] : []),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

const emptyZone = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
];

function textLine(name: string, value: string): string {
  return `${name}:${escaped(value)}`;
}

/** A text holds no control characters; separators of values and lines are escaped with a backslash. */
function escaped(value: string): string {
  return value
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** '2026-05-01 02:00:00' → '20260501T020000Z' */
function utcOf(stamp: string): string {
  return `${stamp.replace(/[-:]/g, '').replace(' ', 'T')}Z`;
}

/** Folds a line at 75 bytes; a continuation begins with a space, which counts. */
const longest = 75;

function folded(line: string): string {
  let [text, octets] = ['', 0];
  for (const sign of line) {
    const size = octetsOf(sign.codePointAt(0) ?? 0);
    if (octets + size > longest) {
      text += '\r\n ';
      octets = 1;
    }
    text += sign;
    octets += size;
  }
  return text;
}

/** Length in UTF-8; half of a surrogate pair becomes a replacement character of three bytes. */
function octetsOf(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
