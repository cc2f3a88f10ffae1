/** Makes links for many people at once: for whom, until when, and with or without a mail, whose text can be edited. The mails wait for a review. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useOwnNavigate } from '#admin/layout/own-navigate.ts';
import type { TemplateText } from '#application/mailing/rules/mail-template.ts';
import type { Holder } from '#application/viewing/wire.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { edgeOfDay, instantOf } from '#fields/show.ts';
import { MomentInput } from '#ui/MomentInput.tsx';
import { readMoment } from '#ui/moment.ts';
import type { PageTabProps } from '../page-tab.ts';
import { freshKey, pageOf, useVpman, useVpmanChange } from '../use-vpman.ts';
import { useWordsOf } from '../use-words.ts';

interface MakeLinksProps extends PageTabProps {
  people: readonly Holder[];
  onClose: () => void;
}

export function MakeLinks({ name, facts, people, onClose }: MakeLinksProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const navigate = useOwnNavigate();
  const { positive } = useNotices();
  const { busy, send } = useVpmanChange();
  const kinds = (['decision_maker', 'jury'] as const).filter((kind) => people.some(({ object }) => object === kind));
  const [object, setObject] = useState<Holder['object']>(kinds[0] ?? 'decision_maker');
  const all = people.filter((one) => one.object === object);
  const [without, setWithout] = useState<ReadonlySet<string>>(() => holdersIn(all));
  const [typedEnd, setTypedEnd] = useState('');
  const end = readMoment('date', typedEnd);
  const [mails, setMails] = useState(false);
  const [text, setText] = useState<Partial<TemplateText>>({});
  const { data: standard } = useVpman('GET /api/vpman/:campaign/text', { at: { campaign: name.campaign } }, mails);
  const key = useRef(freshKey());
  const chosen = all.filter(({ id }) => !without.has(id));
  const fresh = chosen.filter(({ hasLink }) => !hasLink).length;
  const unchanged = chosen.length - fresh;
  const unreachable = chosen.filter(({ email }) => !email).length;
  const go = async () => {
    const endsAt = end ? (instantOf(edgeOfDay(end, 'end'))?.getTime() ?? null) : null;
    const rows: 'all' | string[] = without.size === 0 ? 'all' : chosen.map(({ id }) => id);
    const body = { object, rows, endsAt, ...(mails && { mail: true, text }) };
    const done = await send('POST /api/vpman/:campaign/:pg/links', { at: pageOf(name), body, ...(mails && { key: key.current }) });
    // After a refusal, sending again is a new request.
    if (!done) {
      key.current = freshKey();
      return;
    }
    positive(translate('vpman.links.madedone', { smart_count: done.made }));
    onClose();
    if ('batch' in done) navigate(`/ccdfdesk?${new URLSearchParams({ campaign: name.campaign, tab: 'mails', mails: 'batches', batch: done.batch })}`);
  };
  const toggle = (id: string, isIn: boolean) => {
    const next = new Set(without);
    if (isIn) next.delete(id);
    else next.add(id);
    setWithout(next);
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="vpman-make">
      <DialogTitle id="vpman-make">{translate('vpman.links.make')}</DialogTitle>
      <DialogContent className="vpman-form">
        <div className="vpman-filters">
          <TextField
            select
            size="small"
            label={translate('vpman.links.forwhom')}
            value={object}
            onChange={(event) => {
              const next = event.target.value === 'jury' ? 'jury' : 'decision_maker';
              setObject(next);
              setWithout(holdersIn(people.filter((one) => one.object === next)));
            }}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {translate(`vpman.links.all.${kind}`)}
              </option>
            ))}
          </TextField>
          <MomentInput picker="date" label={translate('vpman.links.endday')} value={typedEnd} onChange={setTypedEnd} help={translate('vpman.links.end_help')} />
        </div>
        <fieldset className="vpman-people">
          <legend>{translate('vpman.links.chosen', { count: chosen.length, of: all.length })}</legend>
          <p className="vpman-buttons">
            <Button size="small" onClick={() => setWithout(new Set())}>
              {translate('vpman.links.everybody')}
            </Button>
            <Button size="small" onClick={() => setWithout(new Set(all.map(({ id }) => id)))}>
              {translate('vpman.links.nobody_chosen')}
            </Button>
            <Button size="small" onClick={() => setWithout(new Set(all.filter(({ hasLink }) => hasLink).map(({ id }) => id)))}>
              {translate('vpman.links.thosewithout')}
            </Button>
          </p>
          <ul className="vpman-found">
            {all.map((person) => (
              <li key={person.id}>
                <FormControlLabel
                  control={<Checkbox checked={!without.has(person.id)} onChange={(event) => toggle(person.id, event.target.checked)} />}
                  label={
                    <>
                      {words.name(person)} <span className="soft">{person.org}</span>
                    </>
                  }
                />
                <span className="soft">
                  {person.hasLink ? translate('vpman.links.haslink') : ''} {person.email || translate('vpman.links.noaddress')}
                </span>
              </li>
            ))}
          </ul>
        </fieldset>
        {unchanged > 0 && <p className="soft">{translate('vpman.links.kept', { smart_count: unchanged })}</p>}
        {facts.may.mail && (
          <FormControlLabel control={<Checkbox checked={mails} onChange={(event) => setMails(event.target.checked)} />} label={translate('vpman.links.mail')} />
        )}
        {mails && (
          <>
            <p className="soft">
              {translate('vpman.links.mail_help')} {unreachable > 0 && translate('vpman.links.unreachable', { smart_count: unreachable })}
            </p>
            {standard && (
              <div className="vpman-sides">
                {(['Tw', 'En'] as const).map((side) => (
                  <div key={side} className="vpman-form">
                    {(['subject', 'body'] as const).map((part) => (
                      <TextField
                        key={part}
                        label={translate(`vpman.links.${part}${side}`)}
                        value={text[`${part}${side}`] ?? standard[`${part}${side}`]}
                        onChange={(event) => setText({ ...text, [`${part}${side}`]: event.target.value })}
                        multiline={part === 'body'}
                        minRows={part === 'body' ? 8 : undefined}
                        fullWidth
                      />
                    ))}
                  </div>
                ))}
              </div>
            )}
            <p className="soft">{translate('vpman.links.placeholders')}</p>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={busy || chosen.length === 0 || end === undefined} onClick={() => void go()}>
          {mails
            ? translate('vpman.links.gomail', { smart_count: chosen.length })
            : translate(fresh > 0 || unchanged === 0 ? 'vpman.links.go' : 'vpman.links.goend', { smart_count: fresh || unchanged })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** People who are unticked at first: those who have a link already, unless that is everybody. */
function holdersIn(people: readonly Holder[]): ReadonlySet<string> {
  const holders = people.filter(({ hasLink }) => hasLink).map(({ id }) => id);
  return new Set(holders.length < people.length ? holders : []);
}
