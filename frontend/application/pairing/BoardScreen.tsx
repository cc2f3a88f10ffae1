/** The screen of one campaign's board: the board with its toolbar, side panel, dialogs and status line. */

import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, startTransition, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FailedPage } from '#admin/errors/ErrorPage.tsx';
import { Pending } from '#admin/layout/Layout.tsx';
import { useOwnSearchParams } from '#admin/layout/own-navigate.ts';
import type { BoardFacts, BoardWish } from '#application/pairing/rules/board-facts.ts';
import { onDevice } from '#client/device-store.ts';
import { useLanguage } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { below } from '#ui/widths.ts';
import { ClearDialog } from './ClearDialog.tsx';
import type { Carry } from './carry/carry.ts';
import { type Carrying, useCarry } from './carry/use-carry.ts';
import { useCursor } from './carry/use-cursor.ts';
import { useEscape, useStepKeys } from './carry/use-step-keys.ts';
import { EmptyBoard, isEmptyBoard } from './EmptyBoard.tsx';
import { Grid } from './grid/Grid.tsx';
import { large, small } from './grid/sight.ts';
import { useDrag } from './grid/use-drag.ts';
import { type Filters, indexBoard, pairName, type Side, tableLines, type View } from './lines.ts';
import { ByPerson } from './phone/ByPerson.tsx';
import { PhoneDialog } from './phone/PhoneDialog.tsx';
import { lossIn } from './runs/absences.ts';
import { BackToForm } from './runs/BackToForm.tsx';
import { Compare } from './runs/Compare.tsx';
import { Progress } from './runs/Progress.tsx';
import { RepairDialog } from './runs/RepairDialog.tsx';
import { RunDialog } from './runs/RunDialog.tsx';
import { StatusLine } from './StatusLine.tsx';
import type { MeetingWays } from './side/meeting-ways.ts';
import { SidePanel, type Tab } from './side/SidePanel.tsx';
import { buildStatus } from './status.ts';
import { Toolbar } from './Toolbar.tsx';
import { useAnnouncedActions } from './use-announced-actions.ts';
import { useAnnouncedChanges } from './use-announced-changes.ts';
import { useBoard, useBoardActions, useOthers } from './use-board.ts';
import { useLines } from './use-lines.ts';
import { useRun } from './use-run.ts';

const smallKey = 'pairing small';
/** In the view by tables nothing can be dragged; the meeting's card changes the table. */
const nothing = () => undefined;
const still: Carrying = { carry: undefined, own: undefined, offer: undefined, pick: nothing, look: nothing, drop: nothing, answer: nothing, leave: nothing };

interface ScreenProps {
  campaign: string;
  chooser: ReactNode;
}

export function BoardScreen({ campaign, chooser }: ScreenProps) {
  const { data, error } = useBoard(campaign);
  if (error && !data) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  return <Board facts={data} campaign={campaign} chooser={chooser} />;
}

function Board({ facts, campaign, chooser }: ScreenProps & { facts: BoardFacts }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'pairing');
  const mayChange = entry !== undefined && session.may(entry.model, 'update');
  const isPhone = useMediaQuery(below('narrow'), { noSsr: true });
  const [asked, setView] = useState<View>('dm');
  // A phone shows one person below another instead of the board.
  const view = isPhone && asked === 'table' ? 'dm' : asked;
  const side: Side = view === 'pitch' ? 'pitch' : 'dm';
  const [filters, setFilters] = useState<Filters>({ text: '', program: '', unmet: false });
  const [chosen, setChosen] = useState('');
  const [wish, setWish] = useState<BoardWish>();
  const [isSmall, setSmall] = useState(() => onDevice.read(smallKey) === 1);
  const [status] = useState(buildStatus);
  const actions = useBoardActions(campaign);
  const { move } = actions;
  // A person's form leads here when meetings prevent its save; the address has the times that would be lost.
  const [search, setSearch] = useOwnSearchParams();
  const [lost] = useState(() => lossIn(search));
  const [tab, setTab] = useState<Tab>(lost ? 'plans' : 'unmet');
  const [repairing, setRepairing] = useState(lost !== undefined);
  // Removed from the address, so that a reload does not open the dialog again.
  const closeRepair = () => {
    setRepairing(false);
    setSearch({ campaign }, { replace: true });
  };
  const [asking, setAsking] = useState(false);
  const [clearing, setClearing] = useState(false);
  const [compared, setCompared] = useState<string[]>();
  const run = useRun(campaign, actions, setCompared);

  const index = useMemo(() => indexBoard(facts, lang), [facts, lang]);
  const lines = useLines(index, side, filters);

  const { fresh, tell } = useAnnouncedChanges(session.user.id, lang);
  useOthers(campaign, facts.version, tell);

  const carrying = useCarry(index, side, lines, status, move);
  const { carry, own, offer } = carrying;
  const telling = useAnnouncedActions(index, actions, status);
  const { remove, lock, undo, redo } = telling;
  const { cursor, setCursor, onKey } = useCursor({ lines, slots: facts.slots.length, carrying, choose: setChosen, remove, lock });

  const tables = useMemo(() => (view === 'table' ? tableLines(index, filters) : []), [filters, index, view]);
  const seats = useCursor({ lines: tables, slots: facts.slots.length, carrying: still, choose: setChosen, remove, lock });
  const isTable = view === 'table';

  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  useDrag<Carry>(root, scroller, ghost, {
    pick: (element) => {
      if (!mayChange || (isTable && element.dataset.pairing !== undefined)) return undefined;
      const id = element.dataset.pairing;
      const pairing = id ? index.pairings.get(id) : undefined;
      if (pairing) return carried({ pairing: pairing.id, dm: pairing.dm, pitch: pairing.pitch });
      const [dm, pitch] = element.dataset.wish?.split(' ') ?? [];
      return dm && pitch ? carried({ pairing: '', dm, pitch }) : undefined;
    },
    start: (what) => {
      carrying.pick(what);
      // A wish that is picked up in the side panel: scroll its line into view.
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
      (isTable ? seats : { setCursor }).setCursor({ line, slot: Number(cell.dataset.slot) });
      setChosen(pairing);
    },
    cancel: carrying.leave,
  });
  function carried(what: Carry) {
    return { what, text: pairName(index, what) };
  }

  /** After picking up in the side panel by keyboard or press, the cursor moves to the first cell that is allowed. */
  const { pick } = carrying;
  const ways = useMemo((): MeetingWays => {
    const place = (what: Carry) => {
      setView((now) => (now === 'table' ? 'dm' : now));
      pick(what);
      setCursor({ line: what[side], slot: 0 });
      scroller.current?.focus();
    };
    const placed = (what: BoardWish, start: string) => {
      setWish(undefined);
      telling.placed(what, start);
    };
    return { ...telling, place, placed, choose: setChosen, close: () => setChosen('') };
  }, [telling, pick, setCursor, side]);
  const ask = useCallback(() => setAsking(true), []);
  const askClear = useCallback(() => setClearing(true), []);
  const resize = useCallback((on: boolean) => {
    setSmall(on);
    onDevice.write(smallKey, on ? 1 : undefined);
  }, []);
  useStepKeys(mayChange, facts, actions.busy, undo, redo);
  useEscape(carry !== undefined && !offer, carrying.leave);
  const meeting = index.pairings.get(chosen);
  const other = offer && index.pairings.get(offer.other);
  return (
    <div className="pairing" ref={root}>
      <Toolbar
        chooser={chooser}
        index={index}
        actions={actions}
        mayChange={mayChange}
        view={view}
        setView={(next) => startTransition(() => setView(next))}
        filters={filters}
        setFilters={setFilters}
        onUndo={undo}
        onRedo={redo}
        onRun={ask}
        onClear={askClear}
        isPhone={isPhone}
        isSmall={isSmall}
        setSmall={resize}
      />
      {lost && <BackToForm index={index} lost={lost} />}
      <Progress run={run} />
      <div className="pairing-main">
        <div className="pairing-board">
          {isEmptyBoard(facts) ? (
            <EmptyBoard facts={facts} />
          ) : isPhone ? (
            <ByPerson index={index} lines={lines} side={side} chosen={chosen} onChoose={setChosen} onWish={setWish} />
          ) : (
            <Grid
              label={translate(`pairing.view.${view}`)}
              corner={translate(`pairing.corner.${view}`)}
              of={isTable ? 'table' : 'people'}
              sizes={isSmall ? small : large}
              lines={isTable ? tables : lines}
              columns={index.columns}
              scroller={scroller}
              cursor={isTable ? seats.cursor : cursor}
              chosen={chosen}
              carried={carry?.pairing ?? ''}
              own={isTable ? undefined : own}
              fresh={fresh}
              onKey={mayChange ? (isTable ? seats.onKey : onKey) : () => undefined}
            />
          )}
          {!isEmptyBoard(facts) && (
            <StatusLine
              status={status}
              carrying={carry !== undefined}
              onLeave={carrying.leave}
              onUndo={mayChange && facts.undo.can ? undo : undefined}
              isPhone={isPhone}
            />
          )}
        </div>
        <SidePanel
          index={index}
          filters={filters}
          actions={actions}
          mayChange={mayChange}
          isPhone={isPhone}
          meeting={meeting}
          ways={ways}
          run={run}
          tab={tab}
          onTab={setTab}
        />
      </div>
      {isPhone && (
        <PhoneDialog
          index={index}
          meeting={meeting}
          wish={wish}
          actions={actions}
          mayChange={mayChange}
          ways={ways}
          onClose={() => {
            setChosen('');
            setWish(undefined);
          }}
        />
      )}
      <div ref={ghost} className="pb-ghost" hidden aria-hidden />
      {repairing && lost && mayChange && <RepairDialog index={index} run={run} lost={lost} onClose={closeRepair} />}
      {clearing && <ClearDialog facts={facts} actions={actions} onClose={() => setClearing(false)} />}
      {asking && <RunDialog facts={facts} run={run} onClose={() => setAsking(false)} />}
      {compared?.some((id) => facts.runs.some((one) => one.id === id)) && (
        <Compare index={index} ids={compared} actions={actions} mayChange={mayChange} onClose={() => setCompared(undefined)} />
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
