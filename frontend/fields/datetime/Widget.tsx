import { MomentBox } from '../../form/MomentBox.tsx';
import { staffZone, utcToZoned, zonedToUtc } from '../../form/moment.ts';
import type { WidgetProps } from '../../form/widget.ts';

/** Stored in UTC, typed and read in the staff's zone, which stands beside it. */
export default function DatetimeWidget(props: WidgetProps) {
  return (
    <MomentBox
      {...props}
      picker="datetime-local"
      placeholder="YYYY-MM-DD hh:mm:ss"
      suffix={staffZone.label}
      show={utcToZoned}
      read={zonedToUtc}
      toPicker={(value) => utcToZoned(value).replace(' ', 'T')}
      fromPicker={zonedToUtc}
    />
  );
}
