import type { JsonValue } from '#codegen/model.ts';
import { MomentBox } from '../../form/MomentBox.tsx';
import { toTime } from '../../form/moment.ts';
import type { WidgetProps } from '../../form/widget.ts';

const show = (value: JsonValue): string => (typeof value === 'string' ? value : '');

export default function TimeWidget(props: WidgetProps) {
  return <MomentBox {...props} picker="time" placeholder="hh:mm:ss" show={show} read={toTime} toPicker={show} fromPicker={toTime} />;
}
