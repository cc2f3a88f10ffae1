/** A field of the form for a date or time: the box of the whole back office, which hands over what was typed a moment later. */
import type { JsonValue } from '#codegen/model.ts';
import { MomentInput } from '#ui/MomentInput.tsx';
import type { MomentKind } from '#ui/moment.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useTyped } from './use-typed.ts';

interface MomentBoxProps extends WidgetProps {
  picker: MomentKind;
  suffix?: string;
  show(value: JsonValue): string;
  read(text: string): JsonValue;
}

export function MomentBox(props: MomentBoxProps) {
  const { id, label, value = '', onChange, onBlur, readOnly, invalid, picker, suffix, show, read } = props;
  const box = useTyped<JsonValue>(value, { show, read }, onChange);
  return (
    <MomentInput
      id={id}
      name={label}
      picker={picker}
      seconds
      fullWidth
      value={box.text}
      suffix={suffix}
      invalid={invalid}
      readOnly={readOnly}
      attributes={boxAttributes(props)}
      onChange={box.onInput}
      onFocus={box.onFocus}
      onBlur={() => {
        box.onBlur();
        onBlur();
      }}
    />
  );
}
