import { staffZone, utcToZoned, zonedToUtc } from '#ui/moment.ts';
import type { WidgetProps } from '../contract/widget.ts';
import { MomentBox } from '../typing/MomentBox.tsx';

/** Stored in UTC, typed and read in the staff's zone, which is named beside it. */
export default function DatetimeWidget(props: WidgetProps) {
  return <MomentBox {...props} picker="datetime-local" suffix={staffZone.label} show={utcToZoned} read={zonedToUtc} />;
}
