import { textToCopy } from '../offer.ts';
import { partWords } from '../parts.ts';
import { Button } from './Button.tsx';
import { Notice } from './states.tsx';
import { TextToCopy } from './TextToCopy.tsx';

/** Shown instead of a part that crashed: unsaved text is still stored, and can be copied here. */
export function Broken() {
  const words = partWords();
  const text = textToCopy();
  const reload = (
    <Button look="solid" onClick={() => location.reload()}>
      {words.reload}
    </Button>
  );
  if (!text) {
    return (
      <Notice tone="bad" title={words.broken} actions={reload}>
        {words.brokenLead}
      </Notice>
    );
  }
  return <TextToCopy tone="bad" title={words.broken} lead={`${words.brokenLead} ${words.brokenKept}`} text={text} fileName={words.file} actions={reload} />;
}
