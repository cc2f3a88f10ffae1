/** Forum days with a live preview of their slots; a change that would strand meetings is asked about. */
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Row } from '#codegen/model.ts';
import { inZone, zoneHours } from '#domain/campaign/zone.ts';
import { type ForumFacts, overlappingDays, roomsNamed, type Stranded, strandedBy } from '#domain/forum/forum-facts.ts';
import { type Slot, slotsOf } from '#domain/pairing/grid.ts';
import { useLanguage } from '../../admin/language.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { useNotices } from '../../ui/Notices.tsx';
import { useForumChange } from './use-forum.ts';

/** A day as it is typed. */
interface DayDraft {
  key: number;
  date: string;
  start: string;
  end: string;
  slot: string;
  gap: string;
  rooms: string;
}

export function Days({ facts }: { facts: ForumFacts }) {
  const translate = useTranslate();
  const { positive } = useNotices();
  const { campaign, meetings, may } = facts;
  const { busy, send } = useForumChange(campaign.id);
  const [days, setDays] = useState(() => campaign.days.map(draftOf));
  const [until, setUntil] = useState(inZone(campaign.wishUntil, campaign.zone).replace(' ', 'T'));
  const [asking, setAsking] = useState(false);
  const before = useMemo((): Row => ({ zone: campaign.zone, days: campaign.days }), [campaign]);
  const after = useMemo((): Row => ({ zone: campaign.zone, days: days.map(rowOf) }), [campaign.zone, days]);
  const stranded = useMemo(() => strandedBy(before, after, meetings), [before, after, meetings]);
  const shared = overlappingDays(after);
  const slots = slotsOf(after);
  const change = (key: number, part: Partial<DayDraft>) => setDays(days.map((day) => (day.key === key ? { ...day, ...part } : day)));
  const add = (from: DayDraft | undefined) =>
    setDays([...days, { ...(from ?? firstDay), key: Math.max(0, ...days.map(({ key }) => key)) + 1, date: from ? dayAfter(from.date) : '' }]);
  const save = async () => {
    const wishUntil = until ? utcOf(until, campaign.zone) : '';
    const body = { ver: campaign.ver, days: days.map(rowOf), wishUntil, ...(stranded.length ? { confirm: stranded.length } : {}) };
    if (await send('/days', 'PUT', body)) positive(translate('deskForum.days.saved'));
  };
  return (
    <form
      className="forum-days"
      onSubmit={(event) => {
        event.preventDefault();
        if (stranded.length) setAsking(true);
        else void save();
      }}
    >
      <h2>{translate('deskForum.days.title')}</h2>
      {days.length === 0 && <p>{translate('deskForum.days.empty')}</p>}
      <fieldset disabled={!may.days || busy}>
        <legend className="forum-unseen">{translate('deskForum.days.title')}</legend>
        {days.map((day, index) => (
          <DayRow
            key={day.key}
            day={day}
            slots={slots.filter(({ block }) => block.startsWith(`${day.date} `))}
            zone={campaign.zone}
            problem={shared.includes(index) ? translate('deskForum.days.overlap', { day: index + 1 }) : ''}
            onChange={(part) => change(day.key, part)}
            onCopy={() => add(day)}
            onRemove={() => setDays(days.filter(({ key }) => key !== day.key))}
          />
        ))}
        {may.days && <Button onClick={() => add(undefined)}>{translate('deskForum.days.add')}</Button>}
        <p className="forum-total">{translate('deskForum.days.total', { days: days.length, slots: slots.length })}</p>
        <label className="forum-field">
          <span>{translate('deskForum.days.until')}</span>
          <input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} />
          <small>{translate('deskForum.days.untilhelp', { zone: campaign.zone })}</small>
        </label>
        {stranded.length > 0 && <StrandedList facts={facts} stranded={stranded} />}
        {may.days && (
          <p className="forum-actions">
            <Button type="submit" variant="contained" disabled={shared.length > 0}>
              {translate('deskForum.days.save')}
            </Button>
          </p>
        )}
      </fieldset>
      <Confirm
        question={
          asking
            ? {
                title: translate('deskForum.days.strands', { count: stranded.length }),
                content: translate('deskForum.days.strandsask'),
                confirm: translate('deskForum.days.yes'),
                danger: true,
                busy,
              }
            : undefined
        }
        onAnswer={(yes) => {
          setAsking(false);
          if (yes) void save();
        }}
      />
    </form>
  );
}

interface DayRowProps {
  day: DayDraft;
  slots: Slot[];
  zone: string;
  problem: string;
  onChange: (part: Partial<DayDraft>) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function DayRow({ day, slots, zone, problem, onChange, onCopy, onRemove }: DayRowProps) {
  const translate = useTranslate();
  const rooms = roomsNamed(day.rooms);
  const [first, last] = [slots[0], slots.at(-1)];
  const box = (name: 'date' | 'start' | 'end' | 'slot' | 'gap', type: string, more: object = {}) => (
    <label className="forum-field">
      <span>{translate(`deskForum.days.${name}`)}</span>
      <input type={type} required value={day[name]} onChange={(event) => onChange({ [name]: event.target.value })} {...more} />
    </label>
  );
  return (
    <section className="forum-day" aria-label={day.date || translate('deskForum.days.add')}>
      <div className="forum-line">
        {box('date', 'date')}
        {box('start', 'time')}
        {box('end', 'time')}
        {box('slot', 'number', { min: 5, max: 240 })}
        {box('gap', 'number', { min: 0, max: 120 })}
        <label className="forum-field is-wide">
          <span>{translate('deskForum.days.rooms')}</span>
          <input value={day.rooms} onChange={(event) => onChange({ rooms: event.target.value })} onBlur={() => onChange({ rooms: rooms.join(', ') })} />
          <small>
            {translate('deskForum.days.roomshelp')} ·{' '}
            {rooms.length ? translate('deskForum.days.roomscount', { count: rooms.length }) : translate('deskForum.days.norooms')}
          </small>
        </label>
      </div>
      {problem && <p role="alert">{problem}</p>}
      {first && last ? (
        <>
          <p className="forum-total">
            {translate(rooms.length ? 'deskForum.days.preview' : 'deskForum.days.previewopen', {
              count: slots.length,
              from: inZone(first.start, zone).slice(11),
              until: inZone(last.end, zone).slice(11),
              rooms: rooms.length,
            })}
          </p>
          <ol className="forum-slots">
            {slots.map(({ start, end }) => (
              <li key={start}>
                {inZone(start, zone).slice(11)}–{inZone(end, zone).slice(11)}
              </li>
            ))}
          </ol>
        </>
      ) : (
        day.date && <p className="forum-total">{translate('deskForum.days.noslot')}</p>
      )}
      <p className="forum-actions">
        <Button size="small" onClick={onCopy}>
          {translate('deskForum.days.copy')}
        </Button>
        <Button size="small" color="error" onClick={onRemove}>
          {translate('deskForum.days.remove')}
        </Button>
      </p>
    </section>
  );
}

function StrandedList({ facts, stranded }: { facts: ForumFacts; stranded: Stranded[] }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const named = new Map(facts.people.map((person) => [`${person.object} ${person.id}`, person.name[lang]]));
  return (
    <div className="forum-stranded" role="alert">
      <strong>{translate('deskForum.days.strands', { count: stranded.length })}</strong>
      <ul>
        {stranded.slice(0, 20).map(({ id, dm, pitch, start, room, why }) => (
          <li key={id}>
            {inZone(start, facts.campaign.zone)} {room} · {named.get(`decision_maker ${dm}`)} × {named.get(`pitch ${pitch}`)} (
            {translate(`deskForum.days.strands${why}`)})
          </li>
        ))}
        {stranded.length > 20 && <li>…</li>}
      </ul>
    </div>
  );
}

const firstDay: DayDraft = { key: 0, date: '', start: '10:00', end: '17:00', slot: '20', gap: '5', rooms: '' };

function draftOf(day: Row, key: number): DayDraft {
  const text = (name: string) => String(day[name] ?? '');
  const rooms = Array.isArray(day.rooms) ? day.rooms.join(', ') : '';
  return { key, date: text('date'), start: text('start').slice(0, 5), end: text('end').slice(0, 5), slot: text('slot'), gap: String(day.gap ?? 0), rooms };
}

function rowOf({ date, start, end, slot, gap, rooms }: DayDraft): Row {
  return { date, start: start && `${start}:00`, end: end && `${end}:00`, slot: Number(slot), gap: Number(gap), rooms: roomsNamed(rooms) };
}

function dayAfter(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(at) ? new Date(at + 86_400_000).toISOString().slice(0, 10) : '';
}

/** 'YYYY-MM-DDThh:mm' on the campaign's clock as UTC. */
function utcOf(text: string, zone: string): string {
  return new Date(Date.parse(`${text.slice(0, 16)}:00Z`) - zoneHours(zone) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
