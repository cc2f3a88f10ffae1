/** What an operation does, in words and counts. */
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { knownModel } from '#client/objects.tsx';
import type { Effect } from '#framework/records/wire.ts';

export function Effects({ effects }: { effects: Effect[] }) {
  const translate = useTranslate();
  const text = useText();
  const nameOf = ({ object, field }: Effect) => {
    const model = knownModel(object);
    const name = text(model?.label) || object;
    if (field === undefined) return name;
    return translate('actions.inside', { object: name, field: text(model?.fields.find((one) => one.name === field)?.label) || field });
  };
  return (
    <ul className="effects">
      {effects.map((effect) => (
        <li key={`${effect.do} ${effect.object} ${effect.field ?? ''}`} data-effect={effect.do}>
          {translate(`actions.effect.${effect.do}`, { smart_count: effect.count, what: nameOf(effect) })}
        </li>
      ))}
    </ul>
  );
}
