/** /selection/edit (R05): the list, and one pitch at a time. The address's fragment names the open one. */
import './selection.css';
import './list.css';
import './entry.css';
import './rating/rating.css';
import './rating/criteria.css';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { AccountMenu, SignInPanel } from '#screens/site/account/index.ts';
import { campaignFacts, onFacts, pageAddress } from '#screens/site/facts.ts';
import { offerText } from '#screens/site/offer.ts';
import { Button, Dialog, Notice, Placeholder } from '#screens/site/ui/index.ts';
import { Compare } from './Compare.tsx';
import { Counter } from './Counter.tsx';
import { everything, filtered, type Wanted } from './core.ts';
import { Done } from './Done.tsx';
import { Entry } from './Entry.tsx';
import { editsAsText } from './edits-as-text.ts';
import { FullDialog } from './FullDialog.tsx';
import { List } from './List.tsx';
import { clearOfflineList } from './offline-list.ts';
import { SaveLine } from './SaveLine.tsx';
import { Prose } from './SelectionGate.tsx';
import { SelectionStore, useSelection } from './store.ts';
import { inPageLanguage, useSelectionTexts } from './texts.ts';
import { noteWelcome, wasWelcomed } from './welcome.ts';

export default function SelectionPage() {
  const texts = useSelectionTexts();
  const [store] = useState(() => new SelectionStore());
  const selection = useSelection(store);
  const { facts, phase } = selection;
  const [reading, beside] = useFragment();
  const [wanted, setWanted] = useState<Wanted>(everything);
  const [isGuiding, setGuiding] = useState(false);
  const [isWelcomed, setWelcomed] = useState(() => wasWelcomed(campaignFacts().id));
  useEffect(() => store.attach(), [store]);
  useEffect(() => offerText(() => editsAsText(store.state(), texts)), [store, texts]);
  // When the window opens or ends, what may be edited changes: load again.
  useEffect(() => onFacts(() => void store.refresh()), [store]);
  useEffect(() => {
    if (facts && facts.campaign !== campaignFacts().id) location.replace(pageAddress('/selection/edit', { campaign: facts.campaign }));
  }, [facts]);
  const shown = useMemo(() => (facts ? filtered(facts.items, selection.edits, wanted) : []), [facts, selection.edits, wanted]);
  const progress = store.progress();

  if (phase === 'signin' && !facts) return <SignIn store={store} />;
  if (phase === 'failed')
    return (
      <Notice tone="bad" title={texts.failed.title} actions={<Button onClick={() => void store.load()}>{texts.failed.retry}</Button>}>
        {texts.failed.text}
      </Notice>
    );
  if (!facts || !progress) return <Placeholder />;
  if (facts.window.state === 'not_started') return <Notice>{texts.notYet}</Notice>;
  const onboarding = inPageLanguage(facts.onboarding);
  if (!isWelcomed && onboarding && facts.mayEdit && progress.read === 0)
    return (
      <section className="selection-welcome" aria-labelledby="welcome">
        <h2 id="welcome">{texts.welcome}</h2>
        <Prose html={onboarding} />
        <Button
          look="solid"
          onClick={() => {
            noteWelcome(facts.campaign);
            setWelcomed(true);
          }}
        >
          {texts.start}
        </Button>
      </section>
    );
  return (
    <div className="selection">
      <div className="selection-bar">
        <Counter progress={progress} />
        <SaveLine selection={selection} />
        <div className="selection-tools">
          <Button look="plain" onClick={() => setGuiding(true)}>
            {texts.guideline}
          </Button>
          <AccountMenu
            realm="jury"
            campaign={facts.campaign}
            beforeSignOut={() => store.flush()}
            onSignedOut={() => {
              clearOfflineList();
              location.assign(pageAddress('/selection'));
            }}
          />
        </div>
      </div>
      {reading && beside ? (
        <Compare key={`${reading} ${beside}`} ids={[reading, beside]} store={store} selection={selection} />
      ) : reading ? (
        <Entry
          key={reading}
          id={reading}
          store={store}
          selection={selection}
          around={shown.some(({ enrolment }) => enrolment === reading) ? shown : facts.items}
        />
      ) : (
        <>
          <List store={store} selection={selection} shown={shown} wanted={wanted} setWanted={setWanted} />
          <Done store={store} selection={selection} />
        </>
      )}
      {isGuiding && (
        <Dialog
          title={texts.guideline}
          onClose={() => setGuiding(false)}
          actions={
            <Button look="solid" onClick={() => setGuiding(false)}>
              {texts.close}
            </Button>
          }
        >
          {inPageLanguage(facts.guideline) ? <Prose html={inPageLanguage(facts.guideline)} /> : <p>{texts.noGuideline}</p>}
        </Dialog>
      )}
      {selection.full !== undefined && <FullDialog id={selection.full} store={store} selection={selection} />}
      {phase === 'signin' && (
        <Dialog title={texts.ended} firm onClose={() => undefined}>
          <SignIn store={store} />
        </Dialog>
      )}
    </div>
  );
}

function SignIn({ store }: { store: SelectionStore }) {
  return (
    <div className="selection-signin">
      <SignInPanel realm="jury" campaign={campaignFacts().id} onSignedIn={() => void store.load()} />
    </div>
  );
}

/** The fragment of the address: the id of the open enrolment, and of the one beside it. */
function useFragment(): [reading: string, beside: string] {
  const fragment = useSyncExternalStore(
    (turned) => {
      window.addEventListener('hashchange', turned);
      return () => window.removeEventListener('hashchange', turned);
    },
    () => /^#([\w-]+(?:\+[\w-]+)?)$/.exec(location.hash)?.[1] ?? '',
  );
  const [reading = '', beside = ''] = fragment.split('+');
  return [reading, beside];
}
