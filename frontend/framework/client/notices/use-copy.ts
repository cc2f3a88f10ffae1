import { useTranslate } from 'react-admin';
import { copyText } from '#ui/copy-text.ts';
import { useNotices } from './Notices.tsx';

/** Copies a text and says so; where the browser refuses, the notice has the text, to be selected. */
export function useCopy(): (text: string, said: string) => void {
  const translate = useTranslate();
  const { positive, negative } = useNotices();
  return (text, said) => void copyText(text).then((isCopied) => (isCopied ? positive(said) : negative([translate('clipboard.refused'), text])));
}
