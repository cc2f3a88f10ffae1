import { useState } from 'react';
import type { JsonValue } from '#codegen/model.ts';
import { withValueAt } from '#domain/campaign/merge.ts';
import { pageLang } from '../../facts.ts';
import { Button, Notice } from '../../ui/index.ts';
import { textOf } from '../engine/as-text.ts';
import type { Form } from '../engine/check.ts';
import type { EnrolTexts } from '../texts.ts';

interface KeptTextProps {
  /** path → what was typed and could not be handed over any more */
  unsaved: Record<string, JsonValue>;
  form: Form;
  title: string;
  lead: string;
  fileName: string;
  t: EnrolTexts;
}

/** What the server takes no more: kept, shown, and to be carried away as text. */
export default function KeptText({ unsaved, form, title, lead, fileName, t }: KeptTextProps) {
  const [isCopied, setCopied] = useState(false);
  const values = Object.entries(unsaved).reduce((row, [path, value]) => withValueAt(row, path, value), {});
  const text = textOf(values, form.model, pageLang(), t.step, t.form);

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // Without the permission the text stands there to be marked by hand.
      () => getSelection()?.selectAllChildren(document.getElementById('kept-text') ?? document.body),
    );
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
      tone="warn"
      title={title}
      actions={
        <>
          <Button onClick={() => void copy()}>{isCopied ? t.keep.copied : t.keep.copy}</Button>
          <Button onClick={download}>{t.keep.download}</Button>
        </>
      }
    >
      <p>{lead}</p>
      <pre id="kept-text" className="enrol-kept">
        {text}
      </pre>
    </Notice>
  );
}
