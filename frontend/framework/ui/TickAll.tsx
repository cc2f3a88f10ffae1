/** The box that ticks all of a list: half ticked where some are. The browser is told as well as the screen reader, or the two contradict each other. */
import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox';

interface TickAllProps extends Pick<CheckboxProps, 'size' | 'onChange'> {
  ticked: number;
  all: number;
  label?: string;
}

export function TickAll({ ticked, all, label, ...rest }: TickAllProps) {
  const isSome = ticked > 0 && ticked < all;
  const half = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = isSome;
  };
  return (
    <Checkbox
      {...rest}
      checked={ticked > 0 && ticked === all}
      indeterminate={isSome}
      slotProps={{ input: { ref: half, ...(label && { 'aria-label': label }) } }}
    />
  );
}
