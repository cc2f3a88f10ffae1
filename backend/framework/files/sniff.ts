/** What a file is, by what it holds; its name decides only between kinds that look alike. */
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { extensionOf, subtitleType, typeByName } from '#rules/records/upload.ts';

/** Types of older names or containers, in the words of domain/upload. */
const aliases: Record<string, string> = { 'video/x-m4v': 'video/mp4', 'application/x-rtf': 'application/rtf', 'text/rtf': 'application/rtf' };
/** The container of Word, Excel and PowerPoint before 2007, which say by their name alone which of them they are. */
const oldOffice = new Set(['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint']);
const plainText = new Set(['text/plain', 'text/csv']);
const looked = 64 * 1024;
const longestSubtitle = 1_048_576;

export interface Sniffed {
  type: string;
  extension: string;
}

/** The media type of a file with its usual extension, or undefined for one that is never served: markup, scripts, programs, unknown bytes. */
export async function typeOfFile(path: string, name: string): Promise<Sniffed | undefined> {
  // Loaded with the first upload: a start does not wait for it.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const promised = typeByName(name);
  if (found?.mime === 'application/x-cfb') return promised && oldOffice.has(promised) ? sniffed(promised) : undefined;
  if (found?.mime === subtitleType) return (await isSubtitle(path)) ? sniffed(subtitleType) : undefined;
  if (found) return sniffed(aliases[found.mime] ?? found.mime, found.ext);
  return promised && plainText.has(promised) && (await isPlainText(path)) ? sniffed(promised) : undefined;
}

function sniffed(type: string, extension = ''): Sniffed {
  return { type, extension: extensionOf(type) ?? extension };
}

/** WebVTT as the players read it: its first line says so, all of it is UTF-8 and text, and it is no larger than a film's talk. */
async function isSubtitle(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    if ((await handle.stat()).size > longestSubtitle) return false;
    const bytes = await handle.readFile();
    if (!isUtf8(bytes) || bytes.includes(0)) return false;
    return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(bytes.toString('utf8', 0, 64));
  } finally {
    await handle.close();
  }
}

async function isPlainText(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(looked) });
    const bytes = buffer.subarray(0, bytesRead);
    if (bytesRead === 0 || bytes.includes(0)) return false;
    // The last letter may be cut; text in Big5 is read as Latin, which is enough to find markup in.
    return !/^\s*<|<\s*(?:script|html|svg|iframe|object|embed|!doctype)\b/i.test(bytes.toString('latin1').replace(/^ï»¿/, ''));
  } finally {
    await handle.close();
  }
}
