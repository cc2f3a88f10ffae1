/** Forum days with a live preview of their slots. A change that would leave meetings without a slot asks first. */
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type ForumFacts, overlappingDays, roomsNamed, type Stranded, strandedBy } from '#application/forum/rules/forum-facts.ts';
import { type Slot, slotsOf } from '#application/pairing/rules/grid.ts';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Row } from '#codegen/model.ts';
import { inZone } from '#framework/time.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { MomentInput } from '#ui/MomentInput.tsx';
import { type MomentKind, readMoment } from '#ui/moment.ts';
import { type DayDraft, dateOf, dayAfter, draftOf, firstDay, rowOf, utcOf } from './day-draft.ts';
import { useForumChange } from './use-forum.ts';

export function Days({ facts }: { facts: ForumFacts }) {
  const translate = useTranslate();
  const counted = useCounted();
  const { positive } = useNotices();
  const { campaign, meetings, may } = facts;
  const { busy, send } = useForumChange(campaign.id);
  const [days, setDays] = useState(() => campaign.days.map(draftOf));
  const [until, setUntil] = useState(inZone(campaign.wishUntil, campaign.zone).slice(0, 16));
  const [row, setRow] = useState(String(campaign.maxInRow || ''));
  const [asking, setAsking] = useState(false);
  const before = useMemo((): Row => ({ zone: campaign.zone, days: campaign.days }), [campaign]);
  const after = useMemo((): Row => ({ zone: campaign.zone, days: days.map(rowOf) }), [campaign.zone, days]);
  const stranded = useMemo(() => strandedBy(before, after, meetings), [before, after, meetings]);
  const shared = overlappingDays(after);
  const slots = slotsOf(after);
  const change = (key: number, part: Partial<DayDraft>) => setDays(days.map((day) => (day.key === key ? { ...day, ...part } : day)));
  const add = (from: DayDraft | undefined) =>
    setDays([...days, { ...(from ?? firstDay), key: Math.max(0, ...days.map(({ key }) => key)) + 1, date: from ? dayAfter(dateOf(from)) : '' }]);
  const save = async () => {
    const last = readMoment('datetime-local', until);
    const wishUntil = last ? utcOf(last, campaign.zone) : '';
    const body = {
      ver: campaign.ver,
      days: days.map(rowOf),
      wishUntil,
      maxInRow: row === '' ? null : Number(row),
      ...(stranded.length ? { confirm: stranded.length } : {}),
    };
    if (await send('PUT /api/forum/:campaign/days', { at: { campaign: facts.campaign.id }, body })) positive(translate('deskForum.days.saved'));
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
      <fieldset disabled={busy}>
        <legend className="unseen">{translate('deskForum.days.title')}</legend>
        {days.map((day, index) => (
          <DayRow
            key={day.key}
            day={day}
            slots={slots.filter(({ block }) => block.startsWith(`${dateOf(day)} `))}
            zone={campaign.zone}
            readOnly={!may.days}
            problem={shared.includes(index) ? translate('deskForum.days.overlap', { day: index + 1 }) : ''}
            onChange={(part) => change(day.key, part)}
            onCopy={() => add(day)}
            onRemove={() => setDays(days.filter(({ key }) => key !== day.key))}
          />
        ))}
        {may.days && <Button onClick={() => add(undefined)}>{translate('deskForum.days.add')}</Button>}
        <p className="forum-total">{translate('deskForum.days.total', { days: counted('days', days.length), slots: counted('slots', slots.length) })}</p>
        <div className="forum-boxes is-wide">
          <MomentInput
            picker="datetime-local"
            label={translate('deskForum.days.until')}
            help={translate('deskForum.days.untilhelp', { zone: campaign.zone })}
            value={until}
            onChange={setUntil}
            readOnly={!may.days}
          />
          <TextField
            type="number"
            label={translate('deskForum.days.row')}
            helperText={translate('deskForum.days.rowhelp')}
            value={row}
            onChange={(event) => setRow(event.target.value)}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: 1, max: 100, readOnly: !may.days } }}
          />
        </div>
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
                title: translate('deskForum.days.strands', { smart_count: stranded.length }),
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
  readOnly: boolean;
  problem: string;
  onChange: (part: Partial<DayDraft>) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function DayRow({ day, slots, zone, readOnly, problem, onChange, onCopy, onRemove }: DayRowProps) {
  const translate = useTranslate();
  const counted = useCounted();
  const rooms = roomsNamed(day.rooms);
  const [first, last] = [slots[0], slots.at(-1)];
  const date = dateOf(day);
  const moment = (name: 'date' | 'start' | 'end' | 'breakStart' | 'breakEnd', picker: MomentKind) => (
    <MomentInput
      picker={picker}
      label={translate(`deskForum.days.${name}`)}
      required={!name.startsWith('break')}
      readOnly={readOnly}
      value={day[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
  const minutes = (name: 'slot' | 'gap', min: number, max: number) => (
    <TextField
      type="number"
      label={translate(`deskForum.days.${name}`)}
      required
      value={day[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min, max, readOnly } }}
    />
  );
  const named = rooms.length ? translate('deskForum.days.roomscount', { count: rooms.length }) : translate('deskForum.days.norooms');
  return (
    <section className="forum-day" aria-label={date || day.date || translate('deskForum.days.add')}>
      <div className="forum-boxes">
        {moment('date', 'date')}
        {moment('start', 'time')}
        {moment('end', 'time')}
        {moment('breakStart', 'time')}
        {moment('breakEnd', 'time')}
        {minutes('slot', 5, 240)}
        {minutes('gap', 0, 120)}
        <TextField
          className="forum-rooms"
          label={translate('deskForum.days.rooms')}
          value={day.rooms}
          onChange={(event) => onChange({ rooms: event.target.value })}
          onBlur={() => readOnly || onChange({ rooms: rooms.join(', ') })}
          helperText={`${translate('deskForum.days.roomshelp')} · ${named}`}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { readOnly } }}
        />
      </div>
      {problem && <p role="alert">{problem}</p>}
      {first && last ? (
        <>
          <p className="forum-total">
            {translate(rooms.length ? 'deskForum.days.preview' : 'deskForum.days.previewopen', {
              slots: counted('slots', slots.length),
              from: inZone(first.start, zone).slice(11),
              until: inZone(last.end, zone).slice(11),
              meetings: counted('meetings', rooms.length),
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
        date && <p className="forum-total">{translate('deskForum.days.noslot')}</p>
      )}
      {!readOnly && (
        <p className="forum-actions">
          <Button size="small" onClick={onCopy}>
            {translate('deskForum.days.copy')}
          </Button>
          <Button size="small" color="error" onClick={onRemove}>
            {translate('deskForum.days.remove')}
          </Button>
        </p>
      )}
    </section>
  );
}

function StrandedList({ facts, stranded }: { facts: ForumFacts; stranded: Stranded[] }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const named = new Map(facts.people.map((person) => [`${person.object} ${person.id}`, person.name[lang]]));
  return (
    <div className="forum-stranded" role="alert">
      <strong>{translate('deskForum.days.strands', { smart_count: stranded.length })}</strong>
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

/** A number of things in words, for sentences that count several things. */
function useCounted(): (what: 'days' | 'slots' | 'meetings', count: number) => string {
  const translate = useTranslate();
  return (what, count) => translate(`deskForum.days.count.${what}`, { smart_count: count });
}
