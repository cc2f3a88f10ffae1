/** R10: enrolments by day and in the last hours, and sales by month compared with last year. */

import { useTranslate } from 'react-admin';
import type { Enrolled as EnrolledAt } from '#application/overview/wire.ts';
import { useLanguage } from '#client/language.tsx';
import { language } from '#rules/words/language.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import { useOverview } from './overview.ts';

export function Enrolments() {
  const translate = useTranslate();
  const { data } = useOverview();
  if (!data?.enrolments) return null;
  const { campaign, days, hours, zone } = data.enrolments;
  return (
    <section className="panel">
      <h2>{translate('home.plots.enrolments', { campaign: campaign.title })}</h2>
      <Enrolled stretches={days} by="day" zone={zone} every={7} short={(at) => at.slice(5)} />
      <Enrolled stretches={hours} by="hour" zone={zone} every={12} short={(at) => `${at.slice(5, 10)} ${at.slice(11)}:00`} />
    </section>
  );
}

export function Sales() {
  const translate = useTranslate();
  const { data } = useOverview();
  if (!data?.sales) return null;
  return (
    <section className="panel">
      <h2>{translate('home.plots.sales')}</h2>
      <SalesByMonth months={data.sales} />
    </section>
  );
}

interface EnrolledProps {
  stretches: EnrolledAt[];
  by: 'day' | 'hour';
  zone: string;
  /** steps from one tick to the next, counted from the end */
  every: number;
  short: (at: string) => string;
}

function Enrolled({ stretches, by, zone, every, short }: EnrolledProps) {
  const translate = useTranslate();
  const show = useNumbers();
  const names = stretches.map(({ at }) => (by === 'day' ? at : `${at}:00`));
  const total = (of: 'begun' | 'submitted') => stretches.reduce((sum, one) => sum + one[of], 0);
  return (
    <BarPlot
      title={translate(`home.plots.by_${by}`, { zone })}
      summary={translate('home.plots.enrolled', {
        begun: show(total('begun')),
        submitted: show(total('submitted')),
        from: names[0] ?? '',
        until: names.at(-1) ?? '',
      })}
      names={names}
      ticks={ticksOf(
        stretches.map(({ at }) => short(at)),
        every,
      )}
      nameHead={translate(`home.plots.${by}`)}
      back={{ label: translate('home.plots.begun'), values: stretches.map(({ begun }) => begun) }}
      front={{ label: translate('home.plots.submitted'), values: stretches.map(({ submitted }) => submitted) }}
      show={show}
      tableLabel={translate('home.plots.table')}
    />
  );
}

function SalesByMonth({ months }: { months: { at: string; orders: number; total: number }[] }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const show = useNumbers();
  const compact = new Intl.NumberFormat(language[lang].times, { notation: 'compact', maximumFractionDigits: 1 });
  const [before, latest] = [months.slice(0, -12), months.slice(-12)];
  const sum = (list: { total: number }[]) => show(list.reduce((all, { total }) => all + total, 0));
  return (
    <BarPlot
      title={translate('home.plots.by_month')}
      summary={translate('home.plots.sold', { latest: sum(latest), before: sum(before) })}
      names={latest.map(({ at }) => at)}
      ticks={ticksOf(
        latest.map(({ at }) => at),
        3,
      )}
      nameHead={translate('home.plots.month')}
      back={{ label: translate('home.plots.before'), values: before.map(({ total }) => total) }}
      front={{ label: translate('home.plots.latest'), values: latest.map(({ total }) => total) }}
      show={show}
      showShort={(value) => compact.format(value)}
      tableLabel={translate('home.plots.table')}
    />
  );
}

function useNumbers(): (value: number) => string {
  const { lang } = useLanguage();
  const format = new Intl.NumberFormat(language[lang].times, { maximumFractionDigits: 0 });
  return (value) => format.format(value);
}

/** The last step, and every n-th before it. */
function ticksOf(texts: string[], every: number): Map<number, string> {
  return new Map(texts.flatMap((text, index) => ((texts.length - 1 - index) % every === 0 ? [[index, text] as const] : [])));
}
