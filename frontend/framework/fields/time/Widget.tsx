import type { JsonValue } from '#codegen/model.ts';
import { MomentBox } from '#form/MomentBox.tsx';
import type { WidgetProps } from '#form/widget.ts';
import { toTime } from '#ui/moment.ts';

const show = (value: JsonValue): string => (typeof value === 'string' ? value : '');

export default function TimeWidget(props: WidgetProps) {
  return <MomentBox {...props} picker="time" show={show} read={toTime} />;
}
