import type { JsonValue } from '#codegen/model.ts';
import { withValueAt } from '#rules/records/field-changes.ts';
import { pageLang } from '#screens/site/facts.ts';
import { TextToCopy } from '#screens/site/ui/index.ts';
import { textOf } from '../../engine/as-text.ts';
import type { Form } from '../../engine/check.ts';
import type { EnrolTexts } from '../../texts.ts';

interface UnsavedTextProps {
  /** path → text that was typed and cannot be sent any more */
  unsaved: Record<string, JsonValue>;
  form: Form;
  title: string;
  lead: string;
  fileName: string;
  t: EnrolTexts;
}

/** Shows text that the server no longer accepts, so that it can be copied. */
export default function UnsavedText({ unsaved, form, title, lead, fileName, t }: UnsavedTextProps) {
  const values = Object.entries(unsaved).reduce((row, [path, value]) => withValueAt(row, path, value), {});
  const text = textOf(values, form.model, pageLang(), t.step, t.form);
  return <TextToCopy tone="warn" title={title} lead={lead} text={text} fileName={fileName} />;
}
