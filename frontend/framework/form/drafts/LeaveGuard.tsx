/** Nothing typed is lost by leaving unasked: a move inside the page asks, so does the back action, and so does closing it (R45). */
import { type RefObject, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useBlocker, useNavigate } from 'react-router';
import { Confirm } from '#ui/Confirm.tsx';

/** State of a link that leads away for a while: its draft is stored, and offered on the way back. */
export const draftWaits = 'draft waits';

export interface Leaving {
  /** set when the form itself leads away: after a save, a delete, an answered question */
  free: boolean;
  /** the person wants to leave as soon as the running save is answered: the form itself then leads nowhere else */
  waits: boolean;
  /** asks, then goes there */
  ask?(path: string): void;
}

interface LeaveGuardProps {
  dirty: boolean;
  /** a save is on its way */
  saving: boolean;
  leaving: RefObject<Leaving>;
  /** what was typed is given up */
  onLeave(): void;
}

export function LeaveGuard({ dirty, saving, leaving, onLeave }: LeaveGuardProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [target, setTarget] = useState<string>();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const same = currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search;
    // The sign-in page comes when a session ended, and a repair is on the way to the save: what was typed waits in the draft
    const waits = nextLocation.pathname.endsWith('/login') || nextLocation.state === draftWaits;
    return dirty && !leaving.current.free && !same && !waits;
  });
  leaving.current.ask = setTarget;
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving.current.free) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty, leaving]);
  const blocked = blocker.state === 'blocked';
  const wanted = blocked || target !== undefined;
  const [waits, setWaits] = useState(false);
  if (wanted && saving && !waits) setWaits(true);
  leaving.current.waits = waits || (wanted && saving);
  // Leaving during a save happens once it is answered: nothing is lost then. A refused save, or edits made meanwhile, stay on the screen with their reason.
  useEffect(() => {
    if (!waits || saving) return;
    setWaits(false);
    setTarget(undefined);
    if (blocker.state === 'blocked') return dirty ? blocker.reset() : blocker.proceed();
    if (dirty || target === undefined) return;
    leaving.current.free = true;
    void navigate(target);
  }, [waits, saving, dirty, blocker, target, navigate, leaving]);
  const answer = (yes: boolean) => {
    const path = target;
    setTarget(undefined);
    if (yes && dirty) onLeave();
    if (blocked) return yes ? blocker.proceed() : blocker.reset();
    if (!yes || path === undefined) return;
    leaving.current.free = true;
    void navigate(path);
  };
  const question = {
    title: translate('form.leave.dirty'),
    content: translate('form.leave.lost'),
    confirm: translate('form.leave.confirm'),
    danger: true,
  };
  return <Confirm question={wanted && !saving && !waits ? question : undefined} onAnswer={answer} />;
}
