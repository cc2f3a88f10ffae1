/** The upload call as a browser's form sends it. */
import type { Row } from '#codegen/model.ts';
import type { Client, TestServer } from '../server.ts';

export interface UploadForm {
  di?: string;
  ac?: string;
  ow?: string;
  fn?: string;
  pl?: unknown;
  files?: { name: string; bytes: Uint8Array; type?: string }[];
  headers?: Record<string, string>;
  /** null for none */
  log?: unknown;
  /** the fields after the files, as the order of a form's parts is the sender's */
  fieldsLast?: boolean;
}

export interface UploadAnswer {
  status: number;
  body: { done: boolean; msg: string; err: { code: string; fields: { path: string; code: string }[] } | null; stk: string | null; data: Row[] | null };
}

export function uploader(server: Pick<TestServer, 'secret'>) {
  return async (
    client: Client,
    { di = 'poster', ac = 'add', ow = '0', fn = '', pl, files = [], headers = {}, log = { src: 'test', user: 'x' }, fieldsLast }: UploadForm,
  ): Promise<UploadAnswer> => {
    const form = new FormData();
    const fields = {
      ow,
      fn,
      di,
      ac,
      pl: typeof pl === 'string' ? pl : JSON.stringify(pl ?? null),
      ...(log !== null && { log: typeof log === 'string' ? log : JSON.stringify(log) }),
    };
    const addFields = () => {
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
    };
    if (!fieldsLast) addFields();
    for (const { name, bytes, type } of files) form.append(name, new File([new Uint8Array(bytes)], name, { type: type ?? '' }), name);
    if (fieldsLast) addFields();
    const answer = await client('/api/uploadFiles', { method: 'POST', body: form, headers: { secret: server.secret(), ...headers } });
    return { status: answer.status, body: await answer.json() };
  };
}
