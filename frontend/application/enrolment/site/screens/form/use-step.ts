import { useEffect, useRef, useState } from 'react';
import type { StepName } from '#application/enrolment/rules/enrolment.ts';
import { below } from '#ui/widths.ts';

/** The open step is in the address (#film): the browser's back button goes one step back, and a reload stays on it. */
export function useStep(names: readonly StepName[]): [StepName, (name: StepName) => void] {
  const [step, setStep] = useState<StepName>(() => fromAddress(names));
  const isFirst = useRef(true);

  useEffect(() => {
    const follow = () => setStep(fromAddress(names));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [names]);

  // Moves the focus to the step's heading, for screen readers and the keyboard. When the page opens, the focus does not move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves only when the step changes
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      // On a phone the page's head would take the first half of the screen.
      if (!scrollY && matchMedia(below('phone')).matches) document.getElementById('enrol-top')?.scrollIntoView({ block: 'start' });
    } else {
      const heading = document.getElementById('step-title');
      heading?.focus({ preventScroll: true });
      document.getElementById('enrol-top')?.scrollIntoView({ block: 'start' });
    }
  }, [step]);

  function go(name: StepName) {
    if (name === step) return;
    history.pushState(history.state, '', `#${name}`);
    setStep(name);
  }
  return [step, go];
}

function fromAddress(names: readonly StepName[]): StepName {
  const wanted = location.hash.slice(1);
  return names.find((name) => name === wanted) ?? names[0] ?? 'programs';
}

/** Scrolls to a field and focuses it, once its step is drawn. */
export function focusField(path: string, tries = 60): void {
  requestAnimationFrame(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-path]')];
    const place = all.find((element) => element.dataset.path === path) ?? all.find((element) => path.startsWith(`${element.dataset.path}/`));
    if (!place) return tries > 0 ? focusField(path, tries - 1) : undefined;
    // After the step has moved the focus to its heading.
    requestAnimationFrame(() => bringUp(place));
  });
}

function bringUp(place: HTMLElement): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
  const control = place.querySelector<HTMLElement>('[id^="field-"]:is(input, textarea, select):not([type="file"])') ?? place.querySelector('button');
  control?.focus({ preventScroll: true });
  place.classList.add('is-found');
  setTimeout(() => place.classList.remove('is-found'), 1_600);
}
