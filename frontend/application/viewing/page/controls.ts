/** The control bar below a film: made once, then told each new state. */
import { clockText } from '#application/viewing/rules/sources.ts';
import type { Subtitle, VideoPreview } from '#application/viewing/visit-wire.ts';
import { fill } from '#rules/words/fill.ts';
import { button, make } from './dom.ts';
import type { PlayerTexts } from './facts.ts';
import { type IconName, icon } from './icon.ts';
import type { Actions } from './keys.ts';
import { seekPreview } from './seek-preview.ts';
import type { VideoState } from './video.ts';

export interface ControlActions extends Actions {
  seek: (to: number) => void;
  volume: (to: number) => void;
  rate: (to: number) => void;
  subtitle: (index: number) => void;
  /** undefined where the browser has no such mode, or where the mode would hide the overlay */
  pip: (() => void) | undefined;
}

export interface Controls {
  element: HTMLElement;
  tell: (state: VideoState, more: { shown: number; isFull: boolean }) => void;
}

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];

export function controls(
  texts: PlayerTexts,
  { subtitles, preview }: { subtitles: readonly Subtitle[]; preview: VideoPreview | undefined },
  actions: ControlActions,
): Controls {
  const toggle = push('play', texts.play, actions.toggle);
  const mute = push('sound', texts.mute, actions.mute);
  const full = push('full', texts.full, actions.full);
  const volume = range({ class: 'controls-volume', min: 0, max: 1, step: 0.05, 'aria-label': texts.volume }, actions.volume);
  const at = make('span', { 'data-at': true });
  const length = document.createTextNode('');
  const seek = seekBar(texts, preview, actions.seek);
  const speed = choice(
    texts.speed,
    rates.map((rate) => [rate, `${rate}×`]),
    actions.rate,
  );
  const lines = subtitles.length
    ? choice(texts.subtitles, [[-1, texts.off], ...subtitles.map(({ label }, index): [number, string] => [index, label])], actions.subtitle)
    : undefined;
  const element = make(
    'div',
    { class: 'controls' },
    seek.element,
    make(
      'div',
      { class: 'controls-row' },
      toggle.element,
      push('back', texts.back, () => actions.step(-10)).element,
      push('forward', texts.forward, () => actions.step(10)).element,
      make('span', { class: 'controls-time' }, at, ' / ', length),
      make('span', { class: 'controls-space' }),
      mute.element,
      volume,
      lines,
      speed,
      actions.pip && push('pip', texts.pip, actions.pip).element,
      full.element,
    ),
  );
  return {
    element,
    tell: (state, { shown, isFull }) => {
      const silent = state.isMuted || state.volume === 0;
      toggle.show(state.isEnded ? 'again' : state.isPlaying ? 'pause' : 'play', state.isEnded ? texts.again : state.isPlaying ? texts.pause : texts.play);
      mute.show(silent ? 'muted' : 'sound', silent ? texts.unmute : texts.mute);
      full.show(isFull ? 'window' : 'full', isFull ? texts.window : texts.full);
      volume.value = String(silent ? 0 : state.volume);
      at.textContent = clockText(state.at);
      length.data = clockText(state.duration);
      speed.value = String(state.rate);
      if (lines) lines.value = String(shown);
      seek.tell(state);
    },
  };
}

interface Push {
  element: HTMLButtonElement;
  show: (icon: IconName, name: string) => void;
}

function push(first: IconName, firstName: string, act: () => void): Push {
  const element = button({ class: 'push' }, act);
  const show: Push['show'] = (name, label) => {
    if (element.dataset.icon === name && element.title === label) return;
    element.dataset.icon = name;
    element.title = label;
    element.setAttribute('aria-label', label);
    element.replaceChildren(icon(name));
  };
  show(first, firstName);
  return { element, show };
}

function range(attributes: Record<string, string | number>, take: (value: number) => void): HTMLInputElement {
  const element = make('input', { type: 'range', ...attributes });
  element.addEventListener('input', () => take(Number(element.value)));
  return element;
}

function choice(label: string, options: readonly (readonly [value: number, text: string])[], take: (value: number) => void): HTMLSelectElement {
  const element = make('select', { class: 'controls-choice', 'aria-label': label }, ...options.map(([value, text]) => make('option', { value }, text)));
  element.addEventListener('change', () => take(Number(element.value)));
  return element;
}

/** The position in the film and the loaded part; a press goes to any position. */
function seekBar(
  texts: PlayerTexts,
  preview: VideoPreview | undefined,
  seek: (to: number) => void,
): { element: HTMLElement; tell: (state: VideoState) => void } {
  const slider = range({ min: 0, max: 1, step: 0.1, 'aria-label': texts.seek }, seek);
  const element = make('div', { class: 'seek' }, slider);
  let known = { at: 0, duration: 0 };
  const look = seekPreview(element, slider, preview, () => known.duration);
  slider.addEventListener('keydown', (event) => {
    const by = ({ ArrowLeft: -5, ArrowRight: 5, ArrowDown: -5, ArrowUp: 5 } as Record<string, number>)[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const to = Math.max(0, Math.min(known.duration, known.at + by));
    look(to);
    seek(to);
  });
  return {
    element,
    tell: ({ at, duration, buffered }) => {
      known = { at, duration };
      const share = (seconds: number): string => (duration > 0 ? `${Math.min(100, (seconds / duration) * 100).toFixed(2)}%` : '0%');
      element.style.setProperty('--at', share(at));
      element.style.setProperty('--buffered', share(buffered));
      slider.max = String(Math.max(1, Math.floor(duration * 10) / 10));
      slider.value = String(at);
      slider.disabled = duration === 0;
      slider.setAttribute('aria-valuetext', fill(texts.position, { at: clockText(at), duration: clockText(duration) }));
    },
  };
}
