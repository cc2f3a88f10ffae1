import { useLayoutEffect, useRef } from 'react';
import { Counter } from './Counter.tsx';
import { Frame } from './Frame.tsx';
import { aria, type FieldProps, idOf } from './field.ts';

/**
 * Several lines of text with a counter. The box grows with its text. Text that is too long gets a message and is never cut, so that a pasted text
 * loses nothing.
 */
export function TextAreaInput(props: FieldProps) {
  const { path, field, value, words, t, onChange, onLeave } = props;
  const text = typeof value === 'string' ? value : '';
  const box = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const area = box.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);
  return (
    <Frame of={props} note={<Counter text={text} words={words} most={field.maxLength} t={t} />}>
      <textarea
        className="ui-box"
        id={idOf(path)}
        ref={box}
        rows={field.ui.rows ?? 3}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        {...aria(props)}
      />
    </Frame>
  );
}
