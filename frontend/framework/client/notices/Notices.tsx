/** Notices at the foot of the page: react-admin's queue, shown as specified (K22, K23, B06). */
import CloseIcon from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import { isValidElement, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type NotificationPayload, useNotificationContext, useNotify, useTranslate } from 'react-admin';
import { createPortal } from 'react-dom';
import { isStopped } from '../http/api-error.ts';
import { useLanguage, useWords } from '../language.tsx';
import { useTimeout } from '../use-timeout.ts';
import { FailureText, isSignedOut } from './FailureText.tsx';
import { failureLines } from './failure-lines.ts';
import { noticeLines } from './notice-lines.ts';
import './notices.css';

/**
 * How screens speak: good news, bad news in lines, and what a failed call has to say, in lines of its own unless others are given. What the person
 * stopped is no bad news.
 */
export function useNotices() {
  const notify = useNotify();
  const words = useWords();
  const negative = useCallback((messages: string | readonly string[]) => notify(noticeLines(messages).join('\n'), { type: 'error' }), [notify]);
  const positive = useCallback((message: string) => notify(message, { type: 'success' }), [notify]);
  const inform = useCallback((message: string) => notify(message, { type: 'info' }), [notify]);
  const failure = useCallback(
    (error: unknown, lines: readonly string[] = failureLines(error, words)) => {
      if (isSignedOut(error)) notify(<FailureText error={error} lines={lines} />, { type: 'error' });
      else if (isStopped(error)) inform(lines.join('\n'));
      else negative(lines);
    },
    [inform, negative, notify, words],
  );
  return { negative, positive, inform, failure };
}

/** The stack of notices; at most four stand at once. */
export function Notices() {
  const { notifications, setNotifications } = useNotificationContext();
  const { lang } = useLanguage();
  const spoken = useRef(lang);
  // What was said in the other language goes with it.
  useEffect(() => {
    if (spoken.current !== lang) setNotifications([]);
    spoken.current = lang;
  }, [lang, setNotifications]);
  const stack = useRef<HTMLDivElement>(null);
  const shown = notifications.slice(-4);
  useRoom(
    stack,
    shown.some(({ type }) => type === 'error'),
  );
  const close = useCallback((notice: NotificationPayload) => setNotifications((all) => all.filter((one) => one !== notice)), [setNotifications]);
  useEffect(() => {
    // The newest is in sight where many long ones stand.
    stack.current?.scrollTo({ top: stack.current.scrollHeight });
    if (notifications.length > 4) setNotifications((all) => all.slice(-4));
  }, [notifications, setNotifications]);
  return createPortal(
    // The region is there from the start, empty: only text that is put into a known region is announced.
    <div className="notices" ref={stack} role="status" aria-atomic="false">
      {shown.map((notice) => (
        <Notice key={keyOf(notice)} notice={notice} close={close} />
      ))}
    </div>,
    useOwnPlace(),
  );
}

/** Beside the page rather than in it: a dialog of MUI hides the rest of the body from screen readers, and notices are announced nevertheless. */
function useOwnPlace(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(place);
    const watch = new MutationObserver(() => place.removeAttribute('aria-hidden'));
    watch.observe(place, { attributeFilter: ['aria-hidden'] });
    return () => {
      watch.disconnect();
      place.remove();
    };
  }, [place]);
  return place;
}

/** Bad news covers nothing: while it shows, the screen ends above it. */
function useRoom(stack: RefObject<HTMLDivElement | null>, isNeeded: boolean): void {
  useEffect(() => {
    const box = stack.current;
    if (!box || !isNeeded) return;
    const root = document.documentElement;
    const watch = new ResizeObserver(() => root.style.setProperty('--notices', `${box.offsetHeight + 16}px`));
    watch.observe(box);
    return () => {
      watch.disconnect();
      root.style.removeProperty('--notices');
    };
  }, [stack, isNeeded]);
}

/** react-admin's notices have no id of their own. */
const keys = new WeakMap<NotificationPayload, number>();
let lastKey = 0;
function keyOf(notice: NotificationPayload): number {
  const key = keys.get(notice) ?? ++lastKey;
  keys.set(notice, key);
  return key;
}

function Notice({ notice, close }: { notice: NotificationPayload; close: (notice: NotificationPayload) => void }) {
  const translate = useTranslate();
  const held = useRef(false);
  const { message, type, notificationOptions } = notice;
  const given = notificationOptions?.autoHideDuration;
  const usual = useTimeout('notifyTimeout');
  const time = given === undefined ? usual : (given ?? undefined);
  useEffect(() => {
    if (time === undefined) return;
    let timer = setTimeout(function end() {
      // While the pointer or the focus is on it, it stays.
      if (held.current) timer = setTimeout(end, 1000);
      else close(notice);
    }, time);
    return () => clearTimeout(timer);
  }, [notice, time, close]);
  const lines = typeof message === 'string' ? noticeLines(translate(message, notificationOptions?.messageArgs)) : [];
  const hold = (on: boolean) => () => {
    held.current = on;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep the notice in place while it is read
    <div
      className={`notice notice-${type}`}
      role={type === 'error' ? 'alert' : undefined}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <div className="notice-text">{isValidElement(message) ? message : <p>{lines.join('\n')}</p>}</div>
      <IconButton aria-label={translate('ra.action.close')} onClick={() => close(notice)} color="inherit">
        <CloseIcon fontSize="inherit" />
      </IconButton>
    </div>
  );
}
