import { type FormEvent, useRef, useState } from 'react';
import { toFirstWrong } from '#ui/to-first-wrong.ts';
import { type AccountTexts, type Wrong, wrongOf } from './texts.ts';

export interface Form {
  wrong: Wrong;
  isBusy: boolean;
  /** call when a field was edited: its problem is no longer shown */
  mend: (...fields: string[]) => void;
  setWrong: (wrong: Wrong) => void;
  ref: React.RefObject<HTMLFormElement | null>;
  /** the form's onSubmit: checks, then runs; a refusal is shown at its fields, and the first of them gets the focus */
  submit: (event?: FormEvent) => void;
}

/**
 * State of a form: typed text is never changed, and a refusal is shown at the field that it is about.
 * @param check finds problems before the server is asked; undefined for none
 * @param failed may handle a refusal itself: true means that it has
 */
export function useForm(texts: AccountTexts, work: () => Promise<void>, check: () => Wrong | undefined, failed?: (error: unknown) => boolean): Form {
  const [wrong, setWrong] = useState<Wrong>({});
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const ref = useRef<HTMLFormElement>(null);
  const show = (next: Wrong) => {
    setWrong(next);
    toFirstWrong(ref.current);
  };
  const run = async () => {
    const found = check();
    if (found) return show(found);
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setWrong({});
    try {
      await work();
    } catch (error) {
      if (!failed?.(error)) show(wrongOf(error, texts));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    wrong,
    isBusy,
    ref,
    setWrong: show,
    mend: (...fields) => setWrong((now) => Object.fromEntries(Object.entries(now).filter(([key]) => key !== 'form' && !fields.includes(key)))),
    submit: (event) => {
      event?.preventDefault();
      void run();
    },
  };
}
