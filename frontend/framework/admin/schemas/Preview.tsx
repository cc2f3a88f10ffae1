/** List and form of a schema that nobody has saved, by the components of the real ones, in a page of their own: its width, its keys and its links are apart from the workbench's. */
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useEffect, useRef, useState } from 'react';
import { useHref } from 'react-router';
import { useLanguage } from '#client/language.tsx';
import type { Lang } from '#codegen/model.ts';
import type { CheckedSchema } from '#framework/workbench/wire.ts';
import { language, languages } from '#rules/words/language.ts';
import { useSay } from './say.tsx';

/** What the page in the frame is sent; it says 'ready' when it can take it. */
export interface PreviewMessage {
  kind: 'preview';
  entry: NonNullable<CheckedSchema['entry']>;
  samples: CheckedSchema['samples'];
  lang: Lang;
  face: Face;
}

export type Face = 'list' | 'form';

export function Preview({ checked, isStale }: { checked: CheckedSchema | undefined; isStale: boolean }) {
  const say = useSay();
  const { lang: own } = useLanguage();
  const [lang, setLang] = useState<Lang>(own);
  const [face, setFace] = useState<Face>('list');
  const [isPhone, setPhone] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(0);
  const [last, setLast] = useState<CheckedSchema>();
  if (checked?.entry && checked !== last) setLast(checked);
  const src = useHref('/schema-preview');
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'ready') setReady((before) => before + 1);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (!last?.entry || ready === 0) return;
    const message: PreviewMessage = { kind: 'preview', entry: last.entry, samples: last.samples, lang, face };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [last, ready, lang, face]);
  return (
    <section className="bench-preview" aria-label={say('preview.title')}>
      <div className="bench-bar">
        <Choice
          label={say('preview.face')}
          value={face}
          options={[
            ['list', say('preview.list')],
            ['form', say('preview.form')],
          ]}
          onChange={setFace}
        />
        <Choice label={say('preview.language')} value={lang} options={languages.map((one) => [one, language[one].name])} onChange={setLang} />
        <Choice
          label={say('preview.width')}
          value={isPhone ? 'phone' : 'wide'}
          options={[
            ['wide', say('preview.wide')],
            ['phone', say('preview.phone')],
          ]}
          onChange={(next) => setPhone(next === 'phone')}
        />
      </div>
      <p className="soft bench-note" role="status">
        {!last
          ? say(checked || !isStale ? 'preview.none' : 'preview.stale')
          : !checked?.entry
            ? say('preview.before')
            : isStale
              ? say('preview.stale')
              : say(last.areReal ? 'preview.real' : 'preview.invented')}
      </p>
      <div className="bench-frame" data-phone={isPhone || undefined}>
        <iframe ref={frame} src={src} title={say('preview.title')} hidden={!last} />
      </div>
    </section>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: [NoInfer<T>, string][];
  onChange(value: NoInfer<T>): void;
}

/** One of a few. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <ToggleButtonGroup exclusive size="small" value={value} aria-label={label} onChange={(_event, next: T | null) => next && onChange(next)}>
      {options.map(([key, said]) => (
        <ToggleButton key={key} value={key} className="bench-choice">
          {said}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
