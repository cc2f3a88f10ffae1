/** The cards of the home page, one under the other; arranged by dragging a handle, by the arrow keys on it or by buttons, removed with Undo. */

import AddIcon from '@mui/icons-material/Add';
import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import CloseIcon from '@mui/icons-material/Close';
import DragIcon from '@mui/icons-material/DragIndicator';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { UndoNotice } from '#client/notices/use-undoable.tsx';
import { useObjects } from '#client/objects.tsx';
import type { ViewSettings } from '#codegen/model.ts';
import type { Card } from '#rules/card.ts';
import { moved, sortable } from '#ui/order/sortable.ts';
import { Pending } from '../layout/Layout.tsx';
import { useViews } from '../list/views/use-view.ts';
import { CardBody } from './CardBody.tsx';
import { CardForm } from './CardForm.tsx';
import { Gone, State } from './CardState.tsx';
import { Counts } from './Counts.tsx';
import { homeParts } from './home-parts.ts';
import { RecentChanges } from './RecentChanges.tsx';
import { RoleDefault } from './RoleDefault.tsx';
import { useCards, usePartName } from './use-cards.ts';

const whole: ViewSettings = { filter: {}, columns: [], density: 'normal' };

export function Cards() {
  const translate = useTranslate();
  const notify = useNotify();
  const titleOf = useCardTitle();
  const home = useCards();
  const { cards, save } = home;
  const [isArranging, setArranging] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    const card = cards[from];
    if (!card || to < 0 || to >= cards.length) return;
    void save(moved(cards, from, to));
    setSaid(translate('home.cards.moved', { title: titleOf(card), place: to + 1, count: cards.length }));
  };
  /** A node that is drawn elsewhere loses the focus, and so does one that is switched off. */
  const press = (button: HTMLElement, from: number, to: number) => {
    move(from, to);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const entry = button.closest('[data-key]');
        const goal = button.matches(':disabled') ? entry?.querySelector<HTMLElement>('[data-handle]') : button;
        goal?.focus({ preventScroll: true });
        entry?.scrollIntoView({ block: 'nearest' });
      }),
    );
  };
  const moving = useRef(move);
  moving.current = move;
  useEffect(
    () => (list.current && isArranging ? sortable(list.current, () => ({ onMove: (from, to) => moving.current(from, to) })) : undefined),
    [isArranging],
  );
  const offerUndo = (message: string) => {
    const undo = async () => ((await save(cards)) ? 1 : 0);
    notify(<UndoNotice message={message} undo={undo} />, { type: 'success', autoHideDuration: 20_000 });
  };
  const remove = async (card: Card) => {
    if (await save(cards.filter(({ id }) => id !== card.id))) offerUndo(translate('home.cards.removed', { title: titleOf(card) }));
  };
  const reset = async () => {
    if (await save(null)) offerUndo(translate('home.cards.back_done'));
  };
  if (home.isPending) return <Pending />;
  return (
    <section aria-label={translate('home.cards.label')}>
      <div className="home-arrange">
        <Button size="small" aria-pressed={isArranging} onClick={() => setArranging(!isArranging)}>
          {translate(isArranging ? 'home.cards.ready' : 'home.cards.arrange')}
        </Button>
        {isArranging && (
          <>
            <Button size="small" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
              {translate('home.cards.add')}
            </Button>
            {home.of === 'me' && (
              <Button size="small" onClick={() => void reset()}>
                {translate('home.cards.back')}
              </Button>
            )}
            {home.roles.length > 0 && <RoleDefault home={home} />}
          </>
        )}
      </div>
      <FailureLine error={home.error} />
      <p role="status" className="unseen">
        {said}
      </p>
      {cards.length === 0 && <p className="soft">{translate('home.cards.none')}</p>}
      <ul ref={list} className="order home-cards" aria-label={translate('home.cards.label')}>
        {cards.map((card, at) => (
          <li key={card.id} data-key={card.id} className={isArranging ? 'is-arranged' : undefined}>
            {isArranging && (
              <div className="home-tools">
                <button type="button" className="order-handle" data-handle aria-label={translate('home.cards.move', { title: titleOf(card), place: at + 1 })}>
                  <DragIcon fontSize="small" />
                </button>
                <span>{titleOf(card)}</span>
                {([-1, 1] as const).map((by) => (
                  <IconButton
                    key={by}
                    size="small"
                    disabled={!cards[at + by]}
                    aria-label={translate(by < 0 ? 'home.cards.up' : 'home.cards.down', { title: titleOf(card) })}
                    onClick={(event) => press(event.currentTarget, at, at + by)}
                  >
                    {by < 0 ? <UpIcon fontSize="small" /> : <DownIcon fontSize="small" />}
                  </IconButton>
                ))}
                <IconButton size="small" aria-label={translate('home.cards.remove', { title: titleOf(card) })} onClick={() => void remove(card)}>
                  <CloseIcon fontSize="small" />
                </IconButton>
              </div>
            )}
            <OneCard card={card} title={titleOf(card)} remove={() => void remove(card)} />
          </li>
        ))}
      </ul>
      {isAdding && <CardForm close={() => setAdding(false)} add={(card) => save([...cards, card])} cards={cards} />}
    </section>
  );
}

function OneCard({ card, title, remove }: { card: Card; title: string; remove: () => void }) {
  const translate = useTranslate();
  const { views, isKnown, error } = useViews();
  const model = useObjects().find(({ name }) => card.kind !== 'part' && name === card.object)?.model;
  if (card.kind === 'part') {
    const Part = { ...homeParts.value.cards, counts: Counts, recent: RecentChanges }[card.part];
    if (Part) return <Part />;
  }
  const view = card.kind === 'part' || !card.view ? undefined : views.find(({ id, object }) => id === card.view && object === card.object);
  const isThere = card.kind !== 'part' && model !== undefined && (!card.view || view !== undefined);
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      {isThere ? (
        <>
          {view && view.left > 0 && <p className="soft">{translate('view.left', { smart_count: view.left })}</p>}
          <CardBody card={card} model={model} settings={view?.settings ?? whole} title={title} />
        </>
      ) : card.kind !== 'part' && card.view && !isKnown ? (
        <State error={error} />
      ) : (
        <>
          <Gone />
          <Button size="small" onClick={remove}>
            {translate('home.cards.remove', { title })}
          </Button>
        </>
      )}
    </section>
  );
}

/** A view's name or what the object's rows are called, and what is shown of them. */
function useCardTitle(): (card: Card) => string {
  const translate = useTranslate();
  const text = useText();
  const objects = useObjects();
  const partName = usePartName();
  const { views } = useViews();
  return (card) => {
    if (card.kind === 'part') return partName(card.part);
    const model = objects.find(({ name }) => name === card.object)?.model;
    const rows = views.find(({ id, object }) => id === card.view && object === card.object)?.name ?? (text(model?.plural) || card.object);
    if (card.kind === 'count' || card.kind === 'list') return rows;
    const label = (of: string) => text(model?.fields.find(({ name }) => name === of)?.label) || of;
    const field = label(card.field);
    return card.kind === 'plot'
      ? translate(card.sum ? 'home.cards.sum_by' : 'home.cards.by', { rows, field, sum: label(card.sum ?? '') })
      : translate('home.cards.figure', { rows, field, of: translate(`list.figures.${card.of}`) });
  };
}
