/** The calendar that is written, read by a parser that is not ours. */
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type Calendar, type CalendarEvent, writeCalendar } from '#application/release/calendar.ts';

const event: CalendarEvent = {
  uid: 'a1@reelbase',
  sequence: 2,
  start: '2026-12-05 02:00:00',
  end: '2026-12-05 02:20:00',
  summary: 'C001 海的記憶; 夜, 光\\影',
  location: 'A 桌',
  description: '林美惠\nGMT+8',
  isCancelled: false,
};
const calendar = (events: CalendarEvent[], more: Partial<Calendar> = {}): Calendar => ({
  name: '配對大會 一對一面談',
  language: 'zh-TW',
  at: '2026-11-21 08:00:00',
  refresh: 15,
  events,
  ...more,
});
const parse = (text: string) => {
  const component = new ICAL.Component(ICAL.parse(text));
  return { component, events: component.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each)) };
};
const utc = (time: { toJSDate(): Date }) => time.toJSDate().toISOString().slice(0, 19).replace('T', ' ');

/** What a text field of a calendar can hold: everything but control characters, with lines apart. */
const words = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.constantFrom('海的記憶', ';', ',', '\\', '\\n', '\n', 'BEGIN:VEVENT', ' ', '👩‍👩‍👧‍👦')), {
    maxLength: 12,
  })
  .map((list) => list.join('').replace(/[^\P{Cc}\n]|[\u2028\u2029\u0085]/gu, ''));

describe('calendars of schedules', () => {
  it('are parsed back unchanged, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ summary: words, location: words, description: words, isCancelled: fc.boolean() }), { maxLength: 4 }), (list) => {
        const given = list.map((one, index): CalendarEvent => ({ ...event, ...one, uid: `u${index}@reelbase`, sequence: index }));
        const { component, events } = parse(writeCalendar(calendar(given)));
        expect(component.getFirstPropertyValue('x-wr-calname')).toBe('配對大會 一對一面談');
        expect(events).toHaveLength(given.length);
        for (const [index, read] of events.entries()) {
          const wanted = given[index]!;
          expect([read.uid, read.sequence, read.summary ?? '', read.location ?? '', read.description ?? '']).toEqual([
            wanted.uid,
            index,
            wanted.summary,
            wanted.location,
            wanted.description,
          ]);
          expect([utc(read.startDate), utc(read.endDate)]).toEqual([event.start, event.end]);
          expect(read.component.getFirstPropertyValue('status')).toBe(wanted.isCancelled ? 'CANCELLED' : 'CONFIRMED');
        }
      }),
    );
  });

  it('have lines of 75 octets at most, each ended by CRLF, without broken characters', () => {
    fc.assert(
      fc.property(words, (summary) => {
        const text = writeCalendar(calendar([{ ...event, summary, description: summary.repeat(5) }]));
        expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
        expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
        for (const line of text.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(Buffer.from(line).toString('utf8')).toBe(line);
        }
      }),
    );
  });

  it('say how often to ask again, and have a component even without a meeting', () => {
    const { component, events } = parse(writeCalendar(calendar([], { at: '' })));
    expect(events).toEqual([]);
    expect(component.getAllSubcomponents()).toHaveLength(1);
    expect(component.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT15M');
    expect(component.getFirstPropertyValue('x-published-ttl')).toBe('PT15M');
    expect(component.getFirstPropertyValue('method')).toBe('PUBLISH');
  });

  it('the same facts give the same octets', () => {
    expect(writeCalendar(calendar([event]))).toBe(writeCalendar(calendar([{ ...event }])));
    expect(writeCalendar(calendar([event]))).toContain('DTSTAMP:20261121T080000Z\r\n');
  });
});
