import { useEffect, useRef, useState } from 'react';
import type { StepName } from '#application/enrolment/rules/enrolment.ts';

/** The step in sight stands in the address (#film), so that the browser's back goes a step back and a reload stays. */
export function useStep(names: readonly StepName[]): [StepName, (name: StepName) => void] {
  const [step, setStep] = useState<StepName>(() => fromAddress(names));
  const isFirst = useRef(true);

  useEffect(() => {
    const follow = () => setStep(fromAddress(names));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [names]);

  // Whoever reads by ear or by key is taken to the step's heading; on opening the page the focus stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another step moves the focus
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else {
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

/** Brings a field into sight and puts the focus into it, once the step that it stands on is drawn. */
export function focusField(path: string, tries = 60): void {
  requestAnimationFrame(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-path]')];
    const place = all.find((element) => element.dataset.path === path) ?? all.find((element) => path.startsWith(`${element.dataset.path}/`));
    if (!place) return tries > 0 ? focusField(path, tries - 1) : undefined;
    // After the step's own focus on its heading.
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
