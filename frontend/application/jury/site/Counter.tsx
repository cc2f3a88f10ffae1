import type { SelectionProgress } from '#application/site/wire.ts';
import { Progress } from '#screens/site/ui/index.ts';
import { fill, useSelectionTexts } from './texts.ts';

/** '12 / 45 read' and 'primary 3 of 10', always visible. */
export function Counter({ progress }: { progress: SelectionProgress }) {
  const texts = useSelectionTexts();
  const { total, read, primary, maxSel } = progress;
  return (
    <div className="selection-counter">
      <p>
        <span className="num">{fill(texts.progress.read, { read, total })}</span>
        <span className={primary >= maxSel ? 'num is-full' : 'num'} data-testid="primary" aria-live="polite">
          {fill(texts.progress.primary, { primary, maxSel })}
        </span>
      </p>
      <Progress value={total ? read / total : 0} label={texts.progress.label} />
    </div>
  );
}
