import { fileNames, type Storage } from './storage.ts';

/**
 * Opens the store at `file:path` or `s3://…`; `folder` is one of this machine for what is on its way into a store elsewhere; `directSeconds`: how long its own
 * addresses are good for, 0 for none.
 * @throws Error with a sentence for the person who starts the server
 */
export async function openStorage(url: string, folder: string, names = fileNames, directSeconds = 0): Promise<Storage> {
  if (url.startsWith('s3:')) return (await import('./s3.ts')).openS3(url, folder, names, directSeconds);
  return (await import('./disk.ts')).openDisk(url, names);
}
