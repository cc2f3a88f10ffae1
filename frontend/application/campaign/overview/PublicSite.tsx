/** Links to the public site: as it is now, and as it will be at a chosen moment. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { iso, ownInstant, stampOf } from '#framework/time.ts';
import { MomentInput } from '#ui/MomentInput.tsx';
import { readMoment } from '#ui/moment.ts';

export function PublicSite({ campaign }: { campaign: string }) {
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const at = readMoment('datetime-local', typed);
  const query = `?campaign=${encodeURIComponent(campaign)}`;
  // With a Z for UTC: the server reads a moment without an offset in the campaign's zone.
  const rehearsal = at ? `/enroll${query}&at=${encodeURIComponent(iso(stampOf(ownInstant(at))))}` : undefined;
  return (
    <>
      <p className="desk-buttons">
        <Button variant="outlined" href={`/enroll${query}`} target="_blank" rel="noopener">
          {translate('desk.site')}
        </Button>
        <Button variant="outlined" href={`/selection${query}`} target="_blank" rel="noopener">
          {translate('desk.selectionsite')}
        </Button>
      </p>
      <h3>{translate('desk.rehearse')}</h3>
      <p className="soft">{translate('desk.rehearsehelp')}</p>
      <div className="desk-buttons">
        <MomentInput picker="datetime-local" label={translate('desk.rehearseat')} value={typed} onChange={setTyped} />
        <Button variant="outlined" disabled={!rehearsal} href={rehearsal ?? ''} target="_blank" rel="noopener">
          {translate('desk.rehearsego')}
        </Button>
      </div>
    </>
  );
}
