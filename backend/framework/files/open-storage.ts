import type { Storage } from './storage.ts';

/** Opens the store at `file:path` or `s3://…`. @throws Error with a sentence for the person who starts the server */
export async function openStorage(url: string, dataDir: string): Promise<Storage> {
  if (url.startsWith('s3:')) return (await import('./s3.ts')).openS3(url, dataDir);
  return (await import('./disk.ts')).openDisk(url);
}
