import type { JsonValue } from '#codegen/model.ts';
import { toTime } from '#ui/moment.ts';
import type { WidgetProps } from '../contract/widget.ts';
import { MomentBox } from '../typing/MomentBox.tsx';

const show = (value: JsonValue): string => (typeof value === 'string' ? value : '');

export default function TimeWidget(props: WidgetProps) {
  return <MomentBox {...props} picker="time" show={show} read={toTime} />;
}
