/** The board of one campaign with all that stands around it. */

import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardChanges, BoardFacts, BoardPairing } from '#domain/pairing/board-facts.ts';
import { Pending } from '../../admin/Layout.tsx';
import { useLanguage } from '../../admin/language.tsx';
import { useObjects } from '../../admin/objects.tsx';
import { useSession } from '../../admin/session.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { useNotices } from '../../ui/Notices.tsx';
import { ErrorPage } from '../errors/ErrorPage.tsx';
import type { Carry } from './carry.ts';
import { Grid } from './grid/Grid.tsx';
import { useDrag } from './grid/use-drag.ts';
import { type Filters, indexBoard, isShown, type Line, linesOf, pairName, type Side } from './lines.ts';
import { ByPerson } from './phone/ByPerson.tsx';
import { Compare } from './runs/Compare.tsx';
import { Progress } from './runs/Progress.tsx';
import { RunDialog } from './runs/RunDialog.tsx';
import { StatusLine } from './StatusLine.tsx';
import { SidePanel, type Tab } from './side/SidePanel.tsx';
import { buildStatus } from './status.ts';
import { Toolbar } from './Toolbar.tsx';
import { useBoard, useDeeds, useOthers } from './use-board.ts';
import { useCarry } from './use-carry.ts';
import { useCursor } from './use-cursor.ts';
import { useRun } from './use-run.ts';

interface ScreenProps {
  campaign: string;
  chooser: ReactNode;
  settings: string | undefined;
}

export function BoardScreen({ campaign, chooser, settings }: ScreenProps) {
  const { data, error } = useBoard(campaign);
  if (error && !data) return <ErrorPage status={130} message={error.message} />;
  if (!data) return <Pending />;
  return <Board facts={data} campaign={campaign} chooser={chooser} settings={settings} />;
}

function Board({ facts, campaign, chooser, settings }: ScreenProps & { facts: BoardFacts }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { inform } = useNotices();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'pairing');
  const mayChange = entry !== undefined && session.may(entry.model, 'update');
  const isPhone = useMediaQuery('(max-width: 760px)', { noSsr: true });
  const [side, setSide] = useState<Side>('dm');
  const [filters, setFilters] = useState<Filters>({ text: '', program: '', unmet: false });
  const [chosen, setChosen] = useState('');
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [status] = useState(buildStatus);
  const deeds = useDeeds(campaign);
  const { move } = deeds;
  const [tab, setTab] = useState<Tab>('unmet');
  const [asking, setAsking] = useState(false);
  const [compared, setCompared] = useState<string[]>();
  const run = useRun(campaign, deeds, setCompared);

  const index = useMemo(() => indexBoard(facts, lang), [facts, lang]);
  const known = useRef<Map<string, Line>>(new Map());
  const all = useMemo(() => {
    const lines = linesOf(index, side, known.current);
    known.current = new Map(lines.map((line) => [line.id, line]));
    return lines;
  }, [index, side]);
  const lines = useMemo(() => {
    const unmet = new Set(facts.unmet.map((wish) => wish[side]));
    return all.filter((line) => isShown(index, side, line, filters, unmet));
  }, [all, facts.unmet, filters, index, side]);

  const tell = useCallback(
    ({ pairings, who }: BoardChanges) => {
      const others = who.filter(({ by }) => by !== session.user.id);
      if (others.length === 0) return;
      setFresh(new Set(pairings.map(({ id }) => id)));
      setTimeout(() => setFresh(new Set()), 8_000);
      inform(translate('pairing.others', { smart_count: others.length, count: others.length, who: [...new Set(others.map(({ by }) => by))].join(', ') }));
    },
    [inform, session.user.id, translate],
  );
  useOthers(campaign, facts.version, tell);

  const carrying = useCarry(index, side, lines, status, move);
  const { carry, own, offer } = carrying;
  const remove = useCallback(
    (pairing: BoardPairing) =>
      void move([{ do: 'remove', pairing: pairing.id, ver: pairing.ver }]).then(
        (done) => done && status.say(translate('pairing.say.removed', { what: pairName(index, pairing) }), 'good'),
      ),
    [index, move, status, translate],
  );
  const lock = useCallback(
    (pairing: BoardPairing) =>
      void move([{ do: pairing.locked ? 'unlock' : 'lock', pairing: pairing.id, ver: pairing.ver }]).then(
        (done) => done && status.say(translate(pairing.locked ? 'pairing.say.unlocked' : 'pairing.say.locked', { what: pairName(index, pairing) }), 'good'),
      ),
    [index, move, status, translate],
  );
  const { cursor, setCursor, onKey } = useCursor({ lines, slots: facts.slots.length, carrying, choose: setChosen, remove, lock });

  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  useDrag<Carry>(root, scroller, ghost, {
    pick: (element) => {
      if (!mayChange) return undefined;
      const id = element.dataset.pairing;
      const pairing = id ? index.pairings.get(id) : undefined;
      if (pairing) return carried({ pairing: pairing.id, dm: pairing.dm, pitch: pairing.pitch });
      const [dm, pitch] = element.dataset.wish?.split(' ') ?? [];
      return dm && pitch ? carried({ pairing: '', dm, pitch }) : undefined;
    },
    start: (what) => {
      carrying.pick(what);
      // A wish comes from the side: its line is brought to it.
      if (!what.pairing) setCursor({ line: what[side], slot: Math.max(0, cursor?.slot ?? 0) });
    },
    over: (what, cell) => carrying.look(what, cell?.line, cell?.slot ?? -1, cell?.pairing ?? ''),
    drop: (what, cell) => {
      carrying.drop(what, cell?.line, cell?.slot ?? -1, cell?.pairing ?? '');
      scroller.current?.focus({ preventScroll: true });
    },
    press: (element) => {
      const cell = element.closest<HTMLElement>('[data-slot]');
      const line = element.closest<HTMLElement>('[data-line]')?.dataset.line;
      if (!cell || line === undefined) return;
      scroller.current?.focus({ preventScroll: true });
      const pairing = cell.querySelector<HTMLElement>('[data-pairing]')?.dataset.pairing ?? '';
      if (carry) return carrying.drop(carry, line, Number(cell.dataset.slot), pairing);
      setCursor({ line, slot: Number(cell.dataset.slot) });
      setChosen(pairing);
    },
    cancel: carrying.leave,
  });
  function carried(what: Carry) {
    return { what, text: pairName(index, what) };
  }

  /** From the side list, by keyboard or a press: the cursor goes to the first cell that is green. */
  const { pick } = carrying;
  const ways = useMemo(() => {
    const place = (what: Carry) => {
      pick(what);
      setCursor({ line: what[side], slot: 0 });
      scroller.current?.focus();
    };
    return { remove, lock, place, close: () => setChosen('') };
  }, [lock, pick, remove, setCursor, side]);
  const ask = useCallback(() => setAsking(true), []);
  const keys = (event: KeyboardEvent) => {
    if (!mayChange || !(event.ctrlKey || event.metaKey) || (event.target instanceof HTMLElement && event.target.matches('input, textarea, select'))) return;
    const key = event.key.toLowerCase();
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (isRedo ? !facts.redo.can : key !== 'z' || !facts.undo.can) return;
    event.preventDefault();
    void (isRedo ? deeds.redo() : deeds.undo());
  };
  const meeting = index.pairings.get(chosen);
  const other = offer && index.pairings.get(offer.other);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undo and redo work wherever the focus is on the board
    <div className="pairing" ref={root} onKeyDown={keys}>
      <Toolbar
        chooser={chooser}
        settings={settings}
        index={index}
        deeds={deeds}
        mayChange={mayChange}
        side={side}
        setSide={setSide}
        filters={filters}
        setFilters={setFilters}
        onRun={ask}
        isPhone={isPhone}
      />
      <Progress run={run} />
      <div className="pairing-main">
        <div className="pairing-board">
          {facts.slots.length === 0 || facts.dms.length === 0 ? (
            <div className="panel pairing-empty">
              <h2>{translate('pairing.empty.title')}</h2>
              <p>{translate(facts.slots.length === 0 ? 'pairing.empty.slots' : 'pairing.empty.dms')}</p>
            </div>
          ) : isPhone ? (
            <ByPerson index={index} lines={lines} side={side} chosen={chosen} onChoose={setChosen} />
          ) : (
            <Grid
              label={translate(`pairing.view.${side}`)}
              corner={translate(`pairing.corner.${side}`)}
              lines={lines}
              columns={index.columns}
              scroller={scroller}
              cursor={cursor}
              chosen={chosen}
              carried={carry?.pairing ?? ''}
              own={own}
              fresh={fresh}
              onKey={mayChange ? onKey : () => undefined}
            />
          )}
          {!isPhone && <StatusLine status={status} carrying={carry !== undefined} onLeave={carrying.leave} />}
        </div>
        <SidePanel
          index={index}
          filters={filters}
          deeds={deeds}
          mayChange={mayChange}
          isPhone={isPhone}
          meeting={meeting}
          ways={ways}
          run={run}
          tab={tab}
          onTab={setTab}
        />
      </div>
      <div ref={ghost} className="pb-ghost" hidden aria-hidden />
      {asking && <RunDialog facts={facts} run={run} onClose={() => setAsking(false)} />}
      {compared?.some((id) => facts.runs.some((one) => one.id === id)) && (
        <Compare index={index} ids={compared} deeds={deeds} mayChange={mayChange} onClose={() => setCompared(undefined)} />
      )}
      <Confirm
        question={
          offer && other
            ? {
                title: translate(`pairing.offer.${offer.may}.title`),
                content: <p>{translate(`pairing.offer.${offer.may}.text`, { what: pairName(index, offer.carry), other: pairName(index, other) })}</p>,
                confirm: translate(`pairing.offer.${offer.may}.go`),
              }
            : undefined
        }
        onAnswer={carrying.answer}
      />
    </div>
  );
}
