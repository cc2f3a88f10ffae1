/** Fields that an automation gives a value, each with its expression. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useLanguage } from '#client/language.tsx';
import type { FieldModel } from '#codegen/model.ts';
import { type At, putAt, valueAt } from '../document/places.ts';
import { isNode } from '../document/schema-document.ts';
import { useSay } from '../say.tsx';
import { ExpressionLine } from './ExpressionLine.tsx';
import { Faults, useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';
import { Pick as PickLine } from './picks.tsx';

interface Props {
  at: At;
  /** fields of the object that they belong to */
  fields: readonly FieldModel[];
  names: ReadonlyMap<string, readonly FieldModel[]>;
  isBare: boolean;
}

const around = ['now'] as const;
/** What stands in the document for a box that is empty. */
const blank = "''";

export function ValuesLine({ at, fields, names, isBare }: Props) {
  const { document, edit, readOnly } = useBench();
  const say = useSay();
  const { lang } = useLanguage();
  const held = valueAt(document.schema, at);
  const values = Object.entries(isNode(held) ? held : {});
  const faults = useFaults(at, '', false);
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label[lang] ?? name;
  const free = fields.filter(
    ({ name, formula, computed }) => !formula && computed === undefined && !['ver', 'create_at', 'update_at', 'update_by'].includes(name),
  );
  return (
    <>
      <Faults of={faults} />
      {values.map(([name, text]) => (
        <div key={name} className="bench-value">
          <Value label={say('entry.named', { said: labelOf(name), name })} at={[...at, name]} text={String(text)} names={names} isBare={isBare} />
          {!readOnly && values.length > 1 && (
            <IconButton aria-label={say('fields.remove', { name: labelOf(name) })} onClick={() => edit((before) => putAt(before, [...at, name], undefined))}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          )}
        </div>
      ))}
      {!readOnly && (
        <PickLine
          key={values.length}
          label={say('on.value')}
          options={free.filter(({ name }) => !values.some(([other]) => other === name)).map(({ name, label }) => [name, label[lang]])}
          value=""
          onChange={(name) => name && edit((before) => putAt(before, [...at, name], blank))}
        />
      )}
    </>
  );
}

function Value({ label, at, text, names, isBare }: { label: string; at: At; text: string } & Pick<Props, 'names' | 'isBare'>) {
  const { edit } = useBench();
  const faults = useFaults(at);
  const [isEmptied, setEmptied] = useState(false);
  return (
    <ExpressionLine
      label={label}
      value={isEmptied && text === blank ? '' : text}
      faults={faults}
      around={around}
      names={names}
      isBare={isBare}
      onChange={(next) => {
        setEmptied(next === '');
        edit((before) => putAt(before, at, next || blank), at.join());
      }}
    />
  );
}
