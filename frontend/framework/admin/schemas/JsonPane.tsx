/** The same files as JSON: the schema, and the labels of each language, with what the meta-schema offers and the findings at their lines. */
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import metaSchema from '#codegen/meta.json' with { type: 'json' };
import type { JsonSchema, Lang } from '#codegen/model.ts';
import { useCodeWords } from '#fields/json/use-code-words.ts';
import type { PlacedFinding } from '#framework/workbench/wire.ts';
import { sayFinding } from '#rules/words/finding-words.ts';
import { language, languages } from '#rules/words/language.ts';
import { CodeBox } from '#ui/code/CodeBox.tsx';
import type { CodeMark } from '#ui/code/editor.ts';
import { scanJson } from '#ui/code/json-text.ts';
import { keyOffers, valueOffers } from '#ui/code/offers.ts';
import { useFindingWords } from '../system/use-finding-words.ts';
import type { SchemaTexts } from './document/schema-document.ts';
import { Choice } from './Preview.tsx';
import { useSay } from './say.tsx';

const meta = metaSchema as unknown as JsonSchema; // JSON, whose type is written out by the compiler

interface Props {
  name: string;
  texts: SchemaTexts;
  findings: readonly PlacedFinding[];
  readOnly: boolean;
  set(texts: SchemaTexts, tag: string): void;
  undo(): void;
  redo(): void;
  goTo: { line: number; column: number; file: string } | undefined;
}

type File = 'schema' | Lang;

export function JsonPane({ name, texts, findings, readOnly, set, undo, redo, goTo }: Props) {
  const say = useSay();
  const translate = useTranslate();
  const code = useCodeWords();
  const words = useFindingWords();
  const [file, setFile] = useState<File>('schema');
  const text = file === 'schema' ? texts.schema : (texts.labels[file] ?? '');
  const path = file === 'schema' ? `schemas/${name}.json` : `locales/${file}/${name}.json`;
  useEffect(() => {
    const wanted = languages.find((lang) => goTo?.file.startsWith(`locales/${lang}/`));
    if (goTo) setFile(wanted ?? 'schema');
  }, [goTo]);
  const marks = useMemo(() => {
    const slips = scanJson(text).slips.map(
      ({ kind, from, to, key = '' }): CodeMark => ({
        from,
        to,
        severity: 'error',
        message: kind === 'twice' ? translate('form.code.twice', { key }) : translate('form.json'),
      }),
    );
    const found = findings
      .filter((finding) => finding.file === path && finding.line !== undefined)
      .map((finding): CodeMark => {
        const from = offsetOf(text, finding.line ?? 1, finding.column ?? 1);
        const rest = /^(?:"(?:[^"\\]|\\.)*"|[^\s,}\]]+)/.exec(text.slice(from))?.[0].length ?? 1;
        return { from, to: from + rest, severity: finding.level === 'warning' ? 'warning' : 'error', message: sayFinding(finding.message, words) };
      });
    return [...slips, ...found];
  }, [text, findings, path, words, translate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it was asked for, not where typing moved it
  const at = useMemo(() => (goTo && goTo.file === path ? { at: offsetOf(text, goTo.line, goTo.column) } : undefined), [goTo, path]);
  const put = (next: string) => set(file === 'schema' ? { ...texts, schema: next } : { ...texts, labels: { ...texts.labels, [file]: next } }, `json ${file}`);
  return (
    <div className="bench-json">
      <Choice
        label={say('json.file')}
        value={file}
        options={[['schema', say('json.schema')], ...languages.map((lang): [File, string] => [lang, say('json.labels', { language: language[lang].name })])]}
        onChange={setFile}
      />
      <span id="bench-code-label" className="unseen">
        {path}
      </span>
      <CodeBox
        key={file}
        id="bench-code"
        text={text}
        attributes={{ 'aria-labelledby': 'bench-code-label' }}
        readOnly={readOnly}
        marks={marks}
        words={code}
        isWhole
        goTo={at}
        onText={put}
        onUndo={undo}
        onRedo={redo}
        offers={
          file === 'schema'
            ? (place, present) =>
                place.kind === 'key'
                  ? keyOffers(meta, place.path, present).map((offer) => ({ ...offer, info: hint(offer.label, say) }))
                  : valueOffers(meta, place.path)
            : () => []
        }
        wordsAt={(inner) => (file === 'schema' ? hint(String(inner.at(-1) ?? ''), say) : '')}
        plain={
          <OutlinedInput
            fullWidth
            multiline
            readOnly={readOnly}
            value={text}
            onChange={(event) => put(event.target.value)}
            inputProps={{ 'aria-labelledby': 'bench-code-label', spellCheck: false }}
            sx={{ '& textarea': { fontFamily: 'var(--mono)', fontSize: 'var(--size-text)' } }}
          />
        }
      />
    </div>
  );
}

/** What a keyword means, in the page's language; '' where nothing is said of it. */
function hint(keyword: string, say: (key: string, values?: Record<string, unknown>) => string): string {
  return say(`words.${keyword}`, { _: '' });
}

/** 'line, column' from 1 as an offset. */
export function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return Math.min(text.length, before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1);
}
