/** R34: all viewing pages, grouped by campaign and code, with both languages side by side. */

import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ErrorPage, FailedPage } from '#admin/errors/ErrorPage.tsx';
import { Pending } from '#admin/layout/Layout.tsx';
import { composerPath, otherLang, type PageName, publicPath } from '#application/viewing/rules/page-address.ts';
import type { ListedPage, ViewingList } from '#application/viewing/wire.ts';
import { useLanguage, useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { language, languages } from '#rules/words/language.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { CloneDialog, NewPageDialog } from './PageDialogs.tsx';
import { useVpman, useVpmanChange } from './use-vpman.ts';
import { useWordsOf } from './use-words.ts';
import '#admin/home/home.css';
import '#fields/cells.css';
import './vpman.css';
import './composer.css';
import './numbers.css';

type Group = ViewingList['campaigns'][number];
type Listed = Group['pages'][number];

export default function VpMan() {
  const translate = useTranslate();
  const words = useWords();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'viewing_page');
  useEffect(() => {
    document.title = `${translate('vpman.title')} · Reelbase`;
  }, [translate]);
  if (!entry || !session.may(entry.model, 'list')) return <ErrorPage status={403} message={words('msg.forbidden')} />;
  return <Pages />;
}

function Pages() {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { data, error } = useVpman('GET /api/vpman', {});
  const [asked, setAsked] = useState<string>();
  const [cloned, setCloned] = useState<PageName>();
  if (error) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  const open = data.campaigns.filter(({ fits }) => fits);
  const unfit = data.campaigns.filter(({ fits }) => !fits).map(({ id }) => id);
  const shown = data.campaigns.filter(({ pages }) => pages.length > 0);
  return (
    <div className="system vpman">
      <header className="vpman-head">
        <h1>{translate('vpman.title')}</h1>
        {data.may.create && open.length > 0 && (
          <Button variant="contained" onClick={() => setAsked(open[0]?.id)}>
            {translate('vpman.new')}
          </Button>
        )}
        <Button component={Link} to="/pb-viewing_page">
          {translate('vpman.plain')}
        </Button>
      </header>
      {data.campaigns.length === 0 && <p>{translate('vpman.nocampaign')}</p>}
      {data.campaigns.length > 0 && shown.length === 0 && <p className="soft">{translate('vpman.empty')}</p>}
      {open.length === 0 && unfit.length > 0 && (
        <p className="soft">{translate('vpman.unfits', { smart_count: unfit.length, ids: unfit.join(language[lang].list) })}</p>
      )}
      {shown.map((group) => (
        <Campaign key={group.id} group={group} may={data.may} onNew={setAsked} onClone={setCloned} />
      ))}
      {asked !== undefined && <NewPageDialog campaigns={open} unfit={unfit} campaign={asked} onClose={() => setAsked(undefined)} />}
      {cloned && <CloneDialog from={cloned} campaigns={open} unfit={unfit} onClose={() => setCloned(undefined)} />}
    </div>
  );
}

interface CampaignProps {
  group: Group;
  may: ViewingList['may'];
  onNew: (campaign: string) => void;
  onClone: (from: PageName) => void;
}

function Campaign({ group, may, onNew, onClone }: CampaignProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  return (
    <section className="panel" aria-labelledby={`vpman-${group.id}`}>
      <div className="vpman-head">
        <h2 id={`vpman-${group.id}`}>
          {words.name(group)} <span className="soft">{group.id}</span>
        </h2>
        {may.create && group.fits && (
          <Button size="small" onClick={() => onNew(group.id)}>
            {translate('vpman.newhere')}
          </Button>
        )}
      </div>
      {!group.fits && <p className="soft">{translate('vpman.unfit', { id: group.id })}</p>}
      {group.pages.map((page) => (
        <div key={page.pg} className="vpman-pair">
          <h3>
            {translate('vpman.page', { pg: page.pg })}{' '}
            {page.links > 0 && <span className="soft">{translate('vpman.links_count', { smart_count: page.links })}</span>}
          </h3>
          <div className="vpman-sides">
            {languages.map((lang) => (
              <Side key={lang} name={{ campaign: group.id, pg: page.pg, lang }} listed={page} page={page[lang]} may={may} onClone={onClone} />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

interface SideProps {
  name: PageName;
  listed: Listed;
  page: ListedPage | null;
  may: ViewingList['may'];
  onClone: (from: PageName) => void;
}

const stateColors: Record<ListedPage['state'], string> = { open: 'green', before: 'blue', after: 'grey', disabled: 'orange' };

function Side({ name, listed, page, may, onClone }: SideProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const { positive } = useNotices();
  const { busy, send, remove } = useVpmanChange();
  const [asks, setAsks] = useState(false);
  const missing = listed.missing.filter((one) => one.lang === name.lang);
  const language = translate(`vpman.lang.${name.lang}`);
  if (!page) {
    const copy = async () => {
      const from = { ...name, lang: otherLang(name.lang) };
      if (await send('POST /api/vpman/clone', { body: { from, to: name } })) positive(translate('vpman.cloned'));
    };
    return (
      <article className="vpman-side vpman-none" aria-label={`${name.pg} ${language}`}>
        <p>
          <span className="badge">{language}</span> {translate('vpman.nopage')}
        </p>
        {may.create && (
          <p className="vpman-buttons">
            <Button size="small" disabled={busy} onClick={() => void copy()}>
              {translate('vpman.copyother')}
            </Button>
            <Button size="small" component={Link} to={composerPath(name)}>
              {translate('vpman.makeempty')}
            </Button>
          </p>
        )}
      </article>
    );
  }
  return (
    <article className="vpman-side" aria-label={`${name.pg} ${language}`}>
      <p className="vpman-line">
        <span className="badge">{language}</span>
        <Link to={composerPath(name)}>{page.title || translate('vpman.untitled')}</Link>
      </p>
      <p className="vpman-line">
        <span className="badge" data-color={stateColors[page.state]}>
          {translate(`vpman.state.${page.state}`)}
        </span>
        <span className="badge" data-color="accent">
          {words.label('viewing_page', 'access', page.access)}
        </span>
        <span className="soft">{windowText(page, words.instant, translate)}</span>
      </p>
      <p className="vpman-line num">
        {translate('vpman.works_count', { smart_count: page.works })} ·{' '}
        {page.viewers
          ? `${translate('vpman.viewers_count', { smart_count: page.viewers })} · ${translate('vpman.watched', { time: words.clock(page.seconds) })}`
          : translate('vpman.unwatched')}
      </p>
      {missing.length > 0 && (
        <p className="vpman-line">
          <Link to={composerPath(name)} className="vpman-warn">
            {translate('vpman.missing_count', { smart_count: missing.length })}
          </Link>
        </p>
      )}
      <p className="vpman-buttons">
        <Button size="small" component={Link} to={composerPath(name)}>
          {translate(may.update ? 'vpman.compose' : 'vpman.look')}
        </Button>
        <Button size="small" component={Link} to={`${composerPath(name)}?tab=preview`}>
          {translate('vpman.preview')}
        </Button>
        <Button size="small" component={Link} to={`${composerPath(name)}?tab=statistics`}>
          {translate('vpman.statistics')}
        </Button>
        <Button size="small" component="a" href={publicPath(name)} target="_blank" rel="noopener">
          {translate('vpman.openpage')}
        </Button>
        {may.create && (
          <Button size="small" onClick={() => onClone(name)}>
            {translate('vpman.clone')}
          </Button>
        )}
        {may.remove && (
          <Button size="small" color="error" disabled={busy} onClick={() => setAsks(true)}>
            {translate('vpman.delete')}
          </Button>
        )}
      </p>
      <Confirm
        question={
          asks
            ? {
                title: translate('vpman.delete_ask', { title: page.title }),
                content: translate('vpman.delete_help', { language, smart_count: page.viewers }),
                confirm: translate('vpman.delete'),
                danger: true,
              }
            : undefined
        }
        onAnswer={(yes) => {
          setAsks(false);
          if (yes) void remove(page.id).then((done) => done && positive(translate('vpman.deleted')));
        }}
      />
    </article>
  );
}

function windowText({ start, end }: ListedPage, show: (stored: string) => string, translate: (key: string, values?: object) => string): string {
  if (start && end) return translate('vpman.window.both', { start: show(start), end: show(end) });
  if (start) return translate('vpman.window.from', { start: show(start) });
  return end ? translate('vpman.window.until', { end: show(end) }) : translate('vpman.window.always');
}
