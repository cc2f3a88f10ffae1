import type { JsonValue } from '#codegen/model.ts';
import { MomentBox } from '../../form/MomentBox.tsx';
import { toDate } from '../../form/moment.ts';
import type { WidgetProps } from '../../form/widget.ts';

const show = (value: JsonValue): string => (typeof value === 'string' ? value : '');

export default function DateWidget(props: WidgetProps) {
  return <MomentBox {...props} picker="date" placeholder="YYYY-MM-DD" show={show} read={toDate} toPicker={show} fromPicker={(text) => text} />;
}
