import type { JsonValue } from '#codegen/model.ts';
import { withValueAt } from '#rules/field-changes.ts';
import { pageLang } from '#screens/site/facts.ts';
import { TextToKeep } from '#screens/site/ui/index.ts';
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
  const values = Object.entries(unsaved).reduce((row, [path, value]) => withValueAt(row, path, value), {});
  const text = textOf(values, form.model, pageLang(), t.step, t.form);
  return <TextToKeep tone="warn" title={title} lead={lead} text={text} fileName={fileName} />;
}
