/** By which field the rows of a list stand, and in which direction. */
import type { JsonValue } from '#codegen/model.ts';
import { type At, putAt, valueAt } from '../document/places.ts';
import { isNode } from '../document/schema-document.ts';
import { SelectLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { useBench } from './facts.ts';
import { Pick, useFieldNames } from './picks.tsx';

export function SortLine({ at }: { at: At }) {
  const { document, edit, readOnly } = useBench();
  const say = useSay();
  const options = useFieldNames();
  const sort = valueAt(document.schema, at);
  const [field, order] = Array.isArray(sort) ? [String(sort[0]), String(sort[1])] : isNode(sort) ? [String(sort.field), String(sort.order)] : ['', 'ASC'];
  const put = (next: JsonValue | undefined) => edit((before) => putAt(before, at, next), at.join());
  return (
    <div className="bench-pair">
      <Pick label={say('views.sort')} at={at} options={options} value={field} onChange={(next) => put(next ? [next, order] : undefined)} />
      <SelectLine
        label={say('views.order')}
        value={order === 'DESC' ? 'DESC' : 'ASC'}
        readOnly={readOnly || field === ''}
        options={[
          ['ASC', say('views.up')],
          ['DESC', say('views.down')],
        ]}
        onChange={(next) => put([field, next])}
      />
    </div>
  );
}
