/** What an operation does, in words and counts. */
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { knownModel } from '#client/objects.tsx';
import type { Effect } from '#framework/records/wire.ts';
import { homeZone, inZone } from '#framework/time.ts';

export function Effects({ effects }: { effects: Effect[] }) {
  const translate = useTranslate();
  const text = useText();
  const nameOf = ({ object, field }: Effect) => {
    const model = knownModel(object);
    const name = text(model?.label) || object;
    if (field === undefined) return name;
    return translate('actions.inside', { object: name, field: text(model?.fields.find((one) => one.name === field)?.label) || field });
  };
  const said = (effect: Effect) => {
    const what = translate(`actions.effect.${effect.do}`, { smart_count: effect.count, what: nameOf(effect) });
    if (effect.from === undefined) return what;
    return translate(effect.from ? 'actions.effect.from' : 'actions.effect.later', { what, day: inZone(effect.from, homeZone.value).slice(0, 10) });
  };
  return (
    <ul className="effects">
      {effects.map((effect) => (
        <li key={`${effect.do} ${effect.object} ${effect.field ?? ''} ${effect.from ?? ''}`} data-effect={effect.do}>
          {said(effect)}
        </li>
      ))}
    </ul>
  );
}
