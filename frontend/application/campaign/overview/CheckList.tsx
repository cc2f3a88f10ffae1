/** The check before opening as traffic lights: red and amber points are shown at once, green ones on demand. Each has a link to its field. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { type CheckLine, checkGroups, type Light } from '#application/campaign/rules/checks.ts';
import type { DashboardOverview } from '#application/campaign/wire.ts';
import { useLanguage } from '#client/language.tsx';
import { labelled } from '#rules/words/language.ts';
import { spokenIn } from '#rules/words/wording.ts';

const colors: Record<Light, string> = { red: 'red', amber: 'orange', green: 'green' };

export function CheckList({ overview: { lines, light }, campaign }: { overview: DashboardOverview; campaign: string }) {
  const translate = useTranslate();
  const [all, setAll] = useState(false);
  const count = lines.filter((line) => line.light === light).length;
  return (
    <section className="panel desk-check" aria-labelledby="desk-check-title">
      <h2 id="desk-check-title">{translate('desk.check.title')}</h2>
      <p className={`desk-light desk-light-${light}`} role="status">
        {translate(`desk.check.summary.${light}`, { smart_count: count })}
      </p>
      <FormControlLabel control={<Checkbox checked={all} onChange={(_event, on) => setAll(on)} />} label={translate('desk.check.showall')} />
      {checkGroups.map((group) => {
        const own = lines.filter((line) => line.group === group);
        const shown = own.filter((line) => all || line.light !== 'green');
        return (
          <div key={group}>
            <h3>{translate(`desk.check.group.${group}`)}</h3>
            {shown.length === 0 ? (
              <p className="soft">{translate('desk.check.allfine')}</p>
            ) : (
              <ul className="desk-lines">
                {shown.map((line) => (
                  <CheckRow key={`${line.subject} ${line.found} ${line.values?.placeholder ?? ''}`} line={line} campaign={campaign} />
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </section>
  );
}

function CheckRow({ line, campaign }: { line: CheckLine; campaign: string }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const subject = translate(`desk.check.subject.${line.subject}`);
  const values = spokenIn(line.values ?? {}, lang);
  return (
    <li>
      <span className="badge" data-color={colors[line.light]}>
        {translate(`desk.check.light.${line.light}`)}
      </span>
      <span className="desk-said">
        <strong>{subject}</strong>
        <span>{translate(`desk.check.found.${line.found}`, { ...values, smart_count: Number(line.values?.count) })}</span>
      </span>
      {line.light !== 'green' && (
        <Button component={Link} to={placeOf(line, campaign)} aria-label={labelled(translate('desk.check.fix'), subject, lang)}>
          {translate('desk.check.fix')}
        </Button>
      )}
    </li>
  );
}

function placeOf({ at }: CheckLine, campaign: string): string {
  const id = encodeURIComponent(campaign);
  if (at.to === 'field') return `/ccdfman/edit?id=${id}&field=${encodeURIComponent(at.field)}`;
  if (at.to === 'images') return `/ccdflayout?campaign=${id}`;
  return `/juryman?filter=${encodeURIComponent(JSON.stringify({ cid: campaign }))}`;
}
