import { useEffect, useRef, useState } from 'react';

/** Which film it is, beside the save status; where it has no room it ends in dots, and a press shows it whole. */
export function FilmName({ name }: { name: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each changes the box that is measured
  useEffect(() => {
    const box = text.current;
    if (!box) return;
    const watch = new ResizeObserver(() => setCut(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 2));
    watch.observe(box);
    return () => watch.disconnect();
  }, [name, isCut, isOpen]);
  const shown = <span ref={text}>{name}</span>;
  return (
    <p className={isOpen ? 'enrol-film is-open' : 'enrol-film'}>
      {isCut || isOpen ? (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {shown}
        </button>
      ) : (
        shown
      )}
    </p>
  );
}
