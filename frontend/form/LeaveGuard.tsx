/** Nothing typed is lost by leaving unasked: a move inside the page asks, and so does closing it. The back action always asks (R45). */
import { type RefObject, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useBlocker, useNavigate } from 'react-router';
import { Confirm } from '../ui/Confirm.tsx';

export interface Leaving {
  /** set when the form itself leads away: after a save, a delete, an answered question */
  free: boolean;
  /** asks, then goes there */
  ask?(path: string): void;
}

interface LeaveGuardProps {
  dirty: boolean;
  leaving: RefObject<Leaving>;
  /** what was typed is given up */
  onLeave(): void;
}

export function LeaveGuard({ dirty, leaving, onLeave }: LeaveGuardProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [target, setTarget] = useState<string>();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const same = currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search;
    // The sign-in page comes when a session ended: what was typed waits in the draft
    return dirty && !leaving.current.free && !same && !nextLocation.pathname.endsWith('/login');
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
    title: translate(dirty ? 'form.leave.dirty' : 'form.leave.title'),
    content: translate(dirty ? 'form.leave.lost' : 'form.leave.nothing'),
    confirm: translate('form.leave.confirm'),
    danger: dirty,
  };
  return <Confirm question={blocked || target !== undefined ? question : undefined} onAnswer={answer} />;
}
