/** The recipients of a batch. Each can be unticked. Those without an address and those who got one already are listed, too. */

import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslate } from 'react-admin';
import type { ShownRecipient } from '#application/mailing/wire.ts';
import { useText } from '#client/language.tsx';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { TickAll } from '#ui/TickAll.tsx';
import type { Order } from './calls.ts';

interface RecipientsProps {
  recipients: ShownRecipient[];
  order: Order;
  /** number of mails that will be written */
  reached: number;
  busy: boolean;
  onChange: (more: Partial<Order>) => void;
}

export function Recipients({ recipients, order, reached, busy, onChange }: RecipientsProps) {
  const translate = useTranslate();
  const text = useText();
  const chosen = recipients.filter(({ about }) => !order.without.includes(about));
  const unreachable = chosen.filter(({ isValid }) => !isValid).length;
  const already = recipients.filter(({ already }) => already).length;
  const tick = (about: string, isOn: boolean) => onChange({ without: isOn ? order.without.filter((one) => one !== about) : [...order.without, about] });
  const isAll = chosen.length === recipients.length;
  return (
    <section className="recipients" aria-label={translate('deskmails.whom')} aria-busy={busy}>
      <h3>{translate('deskmails.whom')}</h3>
      <p role="status">
        {recipients.length === 0 ? translate('deskmails.reach_none') : translate('deskmails.reach', { smart_count: reached })}
        {unreachable > 0 && (
          <span className="badge" data-color="orange">
            {translate('deskmails.unreachable', { smart_count: unreachable })}
          </span>
        )}
        {already > 0 && (
          <span className="badge" data-color="blue">
            {translate('deskmails.already', { smart_count: already })}
          </span>
        )}
      </p>
      {already > 0 && (
        <p>
          <FormControlLabel
            control={<Checkbox size="small" checked={order.again} onChange={(event) => onChange({ again: event.target.checked })} />}
            label={translate('deskmails.again')}
          />
          {!order.again && <span className="soft">{translate('deskmails.again_help')}</span>}
        </p>
      )}
      {recipients.length > 0 && (
        <ScrollTable
          className="recipients-scroll"
          aria-label={translate('deskmails.whom')}
          heads={[
            {
              name: translate('deskmails.pick_all'),
              content: (
                <TickAll
                  size="small"
                  ticked={chosen.length}
                  all={recipients.length}
                  label={translate('deskmails.pick_all')}
                  onChange={() => onChange({ without: isAll ? recipients.map(({ about }) => about) : [] })}
                />
              ),
            },
            ...['title', 'to', 'lang', 'note'].map((head) => translate(`deskmails.col.${head}`)),
          ]}
        >
          {recipients.map(({ about, title, to, lang, isValid, already: had }) => (
            <tr key={about}>
              <td>
                <Checkbox
                  size="small"
                  checked={!order.without.includes(about)}
                  onChange={(event) => tick(about, event.target.checked)}
                  slotProps={{ input: { 'aria-label': text(title) } }}
                />
              </td>
              <td data-wrap>{text(title)}</td>
              <td>{to}</td>
              <td>{translate(`deskmails.${lang}`)}</td>
              <td>{!isValid ? translate('deskmails.note_unreachable') : had ? translate('deskmails.note_already') : ''}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
    </section>
  );
}
