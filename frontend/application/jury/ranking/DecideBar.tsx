/** The enrolments selected in the ranking, and the pending decision to set for them. */
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { RankedLine } from '#application/campaign/wire.ts';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { language } from '#rules/words/language.ts';
import { useDashboardChange } from '#screens/campaign/use-dashboard.ts';

interface DecideBarProps {
  campaign: string;
  lines: RankedLine[];
  top: number;
  chosen: ReadonlySet<string>;
  onChosen: (next: ReadonlySet<string>) => void;
}

export function DecideBar({ campaign, lines, top, chosen, onChosen }: DecideBarProps) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { positive, inform } = useNotices();
  const { busy, send } = useDashboardChange();
  const seen = Object.fromEntries(lines.filter(({ enrolment }) => chosen.has(enrolment)).map(({ enrolment, decision }) => [enrolment, decision]));
  const decide = async (decision: 'select' | 'decline' | '') => {
    const done = await send('PUT /api/desk/:campaign/decisions', { at: { campaign }, body: { ids: [...chosen], decision, seen } });
    if (!done) return;
    if (done.changed) positive(translate('desk.rank.decided', { smart_count: done.changed }));
    const reasons = [...new Set(done.skipped.map(({ code }) => translate(`desk.decide.why.${code}`, { _: code })))];
    if (reasons.length) inform(translate('desk.rank.skipped', { smart_count: done.skipped.length, why: reasons.join(language[lang].list) }));
    onChosen(new Set());
  };
  return (
    <fieldset className="desk-decide" aria-label={translate('desk.tabs.decisions')}>
      <Button
        variant="outlined"
        onClick={() =>
          onChosen(new Set(lines.filter(({ rank, status }) => rank !== null && rank <= top && status === 'verified').map(({ enrolment }) => enrolment)))
        }
      >
        {translate('desk.rank.choosetop', { top })}
      </Button>
      <Button disabled={chosen.size === 0} onClick={() => onChosen(new Set())}>
        {translate('desk.rank.choosenone')}
      </Button>
      <span role="status">{translate('desk.rank.chosen', { count: chosen.size })}</span>
      <Button variant="contained" disabled={chosen.size === 0} loading={busy} onClick={() => void decide('select')}>
        {translate('desk.rank.select')}
      </Button>
      <Button variant="outlined" disabled={chosen.size === 0 || busy} onClick={() => void decide('decline')}>
        {translate('desk.rank.decline')}
      </Button>
      <Button disabled={chosen.size === 0 || busy} onClick={() => void decide('')}>
        {translate('desk.rank.clear')}
      </Button>
    </fieldset>
  );
}
