import type { FieldModel, JsonValue, Lang } from '#codegen/model.ts';
import { Button } from '#screens/site/ui/index.ts';
import { wordsOfValue } from '../engine/as-text.ts';
import type { EnrolTexts } from '../texts.ts';

interface ConflictProps {
  field: FieldModel;
  mine: JsonValue;
  theirs: JsonValue;
  lang: Lang;
  t: EnrolTexts;
  onChoose(side: 'mine' | 'theirs'): void;
}

/** The two versions of a field in conflict, side by side below the field. Nothing is overwritten until the person chooses. */
export default function ConflictBox({ field, mine, theirs, lang, t, onChoose }: ConflictProps) {
  const text = (value: JsonValue) => wordsOfValue(field, value, lang, t.form) || t.conflict.empty;
  return (
    <section className="enrol-conflict" aria-label={`${t.conflict.title}: ${field.label[lang]}`}>
      <p>
        <strong>{t.conflict.title}</strong>
        <br />
        {t.conflict.lead}
      </p>
      <div className="enrol-versions">
        <div>
          <h4>{t.conflict.mine}</h4>
          <p className="enrol-version">{text(mine)}</p>
          <Button onClick={() => onChoose('mine')}>{t.conflict.keepMine}</Button>
        </div>
        <div>
          <h4>{t.conflict.theirs}</h4>
          <p className="enrol-version">{text(theirs)}</p>
          <Button onClick={() => onChoose('theirs')}>{t.conflict.keepTheirs}</Button>
        </div>
      </div>
    </section>
  );
}
