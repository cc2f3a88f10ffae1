/** A value in words, for the history and for conflicts: whole, not cut as in a list's cell. */

import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { textIn } from '#client/text.ts';
import { useTitle } from '#client/titles.ts';
import type { FieldModel, JsonValue, Lang, Row } from '#codegen/model.ts';
import { titleOfFile } from '#fields/files/title.ts';
import { faces } from '#fields/kinds/index.ts';
import { isBlank, safeLink } from '#fields/show.ts';
import { shapeOf } from '#kinds/index.ts';
import { isObject } from '#rules/records/record.ts';
import { thumbLink } from '#rules/records/upload.ts';
import { labelled, language } from '#rules/words/language.ts';

/** `row` is the record that holds the value, where it is at hand: a currency is a field beside its amounts. */
export function FieldValue({ field, value, row = {} }: { field: FieldModel; value: JsonValue | undefined; row?: Row }) {
  const { lang } = useLanguage();
  const translate = useTranslate();
  if (value === undefined || isBlank(field, value))
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {translate('form.blank')}
      </Box>
    );
  if (shapeOf(field) === 'flag') return translate(value ? 'form.yes' : 'form.no');
  if (field.relation && !field.relation.many) return <Title to={field.relation.to} id={String(value)} />;
  if (field.relation && Array.isArray(value))
    return value.map((id, i) => (
      <span key={String(id)}>
        {i > 0 && language[lang].list}
        <Title to={field.relation?.to} id={String(id)} />
      </span>
    ));
  if (field.file && Array.isArray(value)) return <Files files={value.filter(isObject)} />;
  if (shapeOf(field) === 'entries' && Array.isArray(value)) {
    return (
      <Box component="ol" sx={{ m: 0, pl: 2.5 }}>
        {value.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a finished value have no other identity than their place
          <li key={i}>{isObject(entry) ? inWords(field.fields ?? [], entry, lang, row) : String(entry)}</li>
        ))}
      </Box>
    );
  }
  return (
    <Box component="span" sx={{ whiteSpace: 'pre-wrap' }}>
      {textOf(field, value, lang, row)}
    </Box>
  );
}

/** Each by its name, small pictures beside it. */
function Files({ files }: { files: Row[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {files.map((file, i) => {
        const link = safeLink(typeof file.link === 'string' ? file.link : '');
        const small = link === undefined ? undefined : thumbLink(link, 160);
        const facts = [file.desc, file.altName, file.altDesc].filter(Boolean).join(' · ');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: files of a finished value have no other identity than their place
          <Box component="li" key={i} sx={{ display: 'flex', gap: 1, alignItems: 'center', minWidth: 0 }}>
            {small !== link && (
              <Box component="img" src={small} alt="" loading="lazy" sx={{ width: 48, height: 32, objectFit: 'cover', borderRadius: 0.5, flexShrink: 0 }} />
            )}
            <span>
              {link ? (
                <a href={link} target="_blank" rel="noreferrer">
                  {titleOfFile(file) || link}
                </a>
              ) : (
                titleOfFile(file)
              )}
              {facts && ` · ${facts}`}
            </span>
          </Box>
        );
      })}
    </Box>
  );
}

function Title({ to, id }: { to: string | undefined; id: string }) {
  return useTitle(to, id) ?? id;
}

function textOf(field: FieldModel, value: JsonValue, lang: Lang, scope: Row, whole: Row = scope): string {
  if (shapeOf(field) === 'object' && isObject(value)) return inWords(field.fields ?? [], value, lang, whole);
  const { words } = faces[field.kind];
  if (words) return words(field, value, { lang, scope, whole });
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** 'Name: contract A; Start: 2026-01-01' */
function inWords(fields: FieldModel[], row: Row, lang: Lang, whole: Row): string {
  return fields
    .filter((field) => row[field.name] !== undefined && !isBlank(field, row[field.name]) && row[field.name] !== false)
    .map((field) => labelled(textIn(field.label, lang), textOf(field, row[field.name] ?? '', lang, row, whole), lang))
    .join(language[lang].semicolon);
}
