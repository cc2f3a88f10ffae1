import { textToKeep } from '../offer.ts';
import { partWords } from '../parts.ts';
import { Button } from './Button.tsx';
import { Notice } from './states.tsx';
import { TextToKeep } from './TextToKeep.tsx';

/** In the place of a part that broke: what was written is kept, and stands here to be copied. */
export function Broken() {
  const words = partWords();
  const text = textToKeep();
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
  return <TextToKeep tone="bad" title={words.broken} lead={`${words.brokenLead} ${words.brokenKept}`} text={text} fileName={words.file} actions={reload} />;
}
