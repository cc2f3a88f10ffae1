import { useEffect, useRef, useState } from 'react';
import { Button } from '#screens/site/ui/index.ts';
import type { ShownFile } from './shown-file.ts';
import { fill, useSelectionTexts } from './texts.ts';

/** The stills side by side; one of them can be opened in full size. */
export function Stills({ files, title }: { files: ShownFile[]; title: string }) {
  const texts = useSelectionTexts();
  const [open, setOpen] = useState<number>();
  if (!files.length) return null;
  return (
    <section>
      <h3 className="unseen">{texts.entry.stills}</h3>
      <ul className="selection-stills">
        {files.map(({ link, name }, index) => (
          <li key={link}>
            <button type="button" aria-label={fill(texts.entry.still, { place: index + 1, total: files.length })} onClick={() => setOpen(index)}>
              <img src={`${link}?w=640`} alt={name || fill(texts.entry.stillAlt, { title, place: index + 1 })} width="640" height="360" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && <Viewer files={files} title={title} at={open} go={setOpen} />}
    </section>
  );
}

/** Arrow keys and Escape work. The picture has its own size, limited by the screen. */
function Viewer({ files, title, at, go }: { files: ShownFile[]; title: string; at: number; go: (at: number | undefined) => void }) {
  const texts = useSelectionTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  const file = files[at];
  const step = (by: number): void => go((at + by + files.length) % files.length);
  if (!file) return null;
  return (
    <dialog
      ref={dialog}
      className="selection-viewer"
      aria-label={texts.viewer.title}
      onCancel={(event) => {
        event.preventDefault();
        go(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') step(-1);
        if (event.key === 'ArrowRight') step(1);
      }}
    >
      <img src={file.link} alt={file.name || fill(texts.entry.stillAlt, { title, place: at + 1 })} />
      <div className="selection-viewer-bar">
        <span className="num" aria-live="polite">
          {at + 1} / {files.length}
        </span>
        {files.length > 1 && (
          <>
            <Button onClick={() => step(-1)}>{texts.viewer.previous}</Button>
            <Button onClick={() => step(1)}>{texts.viewer.next}</Button>
          </>
        )}
        <Button onClick={() => go(undefined)}>{texts.viewer.close}</Button>
      </div>
    </dialog>
  );
}
