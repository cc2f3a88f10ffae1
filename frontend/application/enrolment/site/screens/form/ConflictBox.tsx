import type { EnrolmentFacts } from '#application/site/wire.ts';
import type { FieldModel, JsonValue, Lang, Row } from '#codegen/model.ts';
import { sameContent, valueAtPath } from '#rules/records/field-changes.ts';
import { labelled } from '#rules/words/language.ts';
import { Button } from '#screens/site/ui/index.ts';
import { wordsOfValue } from '../../engine/as-text.ts';
import { whoChanged } from '../../engine/labels.ts';
import { type EnrolTexts, fill } from '../../texts.ts';

interface ConflictProps {
  path: string;
  field: FieldModel;
  mine: JsonValue;
  theirs: JsonValue;
  facts: EnrolmentFacts | undefined;
  lang: Lang;
  t: EnrolTexts;
  onChoose(side: 'mine' | 'theirs'): void;
}

/** The two versions of a field in conflict, side by side below the field. Nothing is overwritten until the person chooses. */
export default function ConflictBox({ path, field, mine, theirs, facts, lang, t, onChoose }: ConflictProps) {
  const text = (value: JsonValue) => wordsOfValue(field, value, lang, t.form) || t.conflict.empty;
  // The other side may be a tab of this device that was closed, which nobody else wrote.
  const who = facts && sameContent(valueAtPath(facts.values as Row, path), theirs) ? whoChanged(facts, path, t) : ''; // values as they came, JSON
  return (
    <section className="enrol-conflict" aria-label={labelled(t.conflict.title, field.label[lang], lang)}>
      <p>
        <strong>{t.conflict.title}</strong>
        <br />
        {who ? fill(t.conflict.leadBy, { who }) : t.conflict.lead}
      </p>
      <div className="enrol-versions">
        <div>
          <h4>{t.conflict.mine}</h4>
          <p className="enrol-version">{text(mine)}</p>
          <Button onClick={() => onChoose('mine')}>{t.conflict.keepMine}</Button>
        </div>
        <div>
          <h4>{who ? fill(t.conflict.theirsBy, { who }) : t.conflict.theirs}</h4>
          <p className="enrol-version">{text(theirs)}</p>
          <Button onClick={() => onChoose('theirs')}>{t.conflict.keepTheirs}</Button>
        </div>
      </div>
    </section>
  );
}
