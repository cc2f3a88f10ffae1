/** Reads and changes the layout images of one campaign through the records API. A saved change is shown at once. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { inWords } from '#client/problems.ts';
import type { adminDataProvider } from '#client/providers/data.ts';
import { sendFile } from '#client/upload/send-file.ts';
import type { FileRule, ObjectModel, Row } from '#codegen/model.ts';
import type { LayoutImage } from '#generated/objects.ts';
import { checkUpload } from '#rules/records/upload.ts';

/** An upload in progress: a new image of a place, or a new file for an existing row. */
export interface Running {
  /** a place's code, or a row's id */
  at: string;
  progress: number;
}

const object = 'layout_image';

export function useLayoutImages(model: ObjectModel, cid: string) {
  const provider = useDataProvider<typeof adminDataProvider>();
  const client = useQueryClient();
  const notices = useNotices();
  const translate = useTranslate();
  const { lang, messages } = useLanguage();
  const [running, setRunning] = useState<Running>();
  const { data, error } = useQuery({
    queryKey: [object, 'page', cid],
    enabled: cid !== '',
    queryFn: async () => {
      const parameters = { filter: { cid }, sort: { field: 'pos', order: 'ASC' as const }, pagination: { page: 1, perPage: 500 } };
      return (await provider.getList(object, parameters)).data as LayoutImage[]; // the rows, under the name that react-admin gives them
    },
  });
  const rule = model.fields.find(({ name }) => name === 'image')?.file;

  const guarded = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (failure) {
      notices.failure(failure);
    } finally {
      setRunning(undefined);
      await client.invalidateQueries({ queryKey: [object] });
    }
  };
  const upload = async (file: File, id: string, at: string, allowed: FileRule): Promise<Row> => {
    setRunning({ at, progress: 0 });
    return sendFile(file, { object, id, field: 'image', purpose: allowed.purpose }, (progress) => setRunning({ at, progress })).done;
  };
  const accepted = (file: File | undefined): file is File => {
    const found = rule ? checkUpload(file ? [file] : [], rule) : [];
    if (found.length) notices.negative(inWords(found, messages, lang, model).map(({ message }) => message));
    return file !== undefined && found.length === 0;
  };
  const change = async (row: LayoutImage, patch: Partial<LayoutImage>) =>
    (await provider.update(object, { id: String(row.id), data: patch, previousData: { ...row, id: String(row.id) } })).data;

  return {
    rows: data,
    error,
    running,
    rule,
    /** Adds an image to a place, named after its file and last in order. */
    add: (place: string, file: File | undefined, pos: number) =>
      guarded(async () => {
        if (!rule || !accepted(file)) return;
        const image = await upload(file, '', place, rule);
        const name = file.name.replace(/\.[^.]+$/, '').slice(0, 200);
        await provider.create(object, { data: { cid, place, name, image: [image], pos, enabled: true } });
        notices.positive(translate('layoutman.saved', { label: name }));
      }),
    replace: (row: LayoutImage, file: File | undefined) =>
      guarded(async () => {
        if (!rule || !accepted(file)) return;
        const image = await upload(file, String(row.id), String(row.id), rule);
        await change(row, { image: [image] });
        notices.positive(translate('layoutman.saved', { label: String(row.name) }));
      }),
    toggle: (row: LayoutImage) => guarded(() => change(row, { enabled: row.enabled !== true })),
    /** Numbers the rows by their order in `rows`. A row that has the right number already is not saved again. */
    order: (rows: LayoutImage[]) =>
      guarded(async () => {
        for (const [pos, row] of rows.entries()) if (row.pos !== pos) await change(row, { pos });
        notices.positive(translate('layoutman.moved'));
      }),
  };
}

export type LayoutImagesState = ReturnType<typeof useLayoutImages>;
