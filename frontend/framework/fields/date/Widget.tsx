import type { JsonValue } from '#codegen/model.ts';
import { toDate } from '#ui/moment.ts';
import type { WidgetProps } from '../contract/widget.ts';
import { MomentBox } from '../typing/MomentBox.tsx';

const show = (value: JsonValue): string => (typeof value === 'string' ? value : '');

export default function DateWidget(props: WidgetProps) {
  return <MomentBox {...props} picker="date" show={show} read={toDate} />;
}
