/** A part of the schema as JSON, where no form says it. */
import { useId, useState } from 'react';
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { layOut } from '../document/schema-document.ts';
import { TextLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { Faults } from './Faults.tsx';
import { useBench } from './facts.ts';

interface Props {
  label: string;
  value: JsonValue | undefined;
  faults: readonly string[];
  onChange(value: JsonSchema | undefined): void;
}

export function JsonLine({ label, value, faults, onChange }: Props) {
  const { readOnly } = useBench();
  const say = useSay();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === undefined ? '' : layOut(value).trimEnd());
  const read = parsed(text);
  return (
    <div id={id}>
      <TextLine
        label={label}
        value={text}
        rows={2}
        readOnly={readOnly}
        error={read === null ? say('condition.nojson') : undefined}
        help={say('condition.json')}
        onChange={(next) => {
          setTyped(next);
          const now = parsed(next);
          if (now !== null) onChange(now);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <Faults of={faults} />
    </div>
  );
}

/** undefined of nothing, null of what is no object. */
function parsed(text: string): JsonSchema | undefined | null {
  if (text.trim() === '') return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
