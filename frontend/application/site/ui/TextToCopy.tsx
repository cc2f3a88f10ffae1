import { type ReactNode, useId, useState } from 'react';
import { copyText } from '#ui/copy-text.ts';
import { partWords } from '../parts.ts';
import { Button } from './Button.tsx';
import { Notice, type NoticeTone } from './states.tsx';

interface TextToCopyProps {
  tone: NoticeTone;
  title: string;
  lead: ReactNode;
  text: string;
  /** the file name without its extension */
  fileName: string;
  /** other buttons beside these */
  actions?: ReactNode;
}

/** Shows a text that somebody wrote, to copy it or to download it as a file. */
export function TextToCopy({ tone, title, lead, text, fileName, actions }: TextToCopyProps) {
  const [isCopied, setCopied] = useState(false);
  const id = useId();
  const words = partWords();

  async function copy() {
    setCopied(await copyText(text));
    // Where the browser refuses, it is there to be copied by hand.
    const place = document.getElementById(id);
    if (place) getSelection()?.selectAllChildren(place);
  }
  function download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    link.download = `${fileName}.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  return (
    <Notice
      tone={tone}
      title={title}
      actions={
        <>
          <Button onClick={() => void copy()}>{isCopied ? words.copied : words.copy}</Button>
          <Button onClick={download}>{words.download}</Button>
          {actions}
        </>
      }
    >
      <p>{lead}</p>
      <pre id={id} className="ui-kept">
        {text}
      </pre>
    </Notice>
  );
}
