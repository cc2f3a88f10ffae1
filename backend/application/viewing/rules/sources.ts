/** What a video is and how it plays: our own files, streams and files of other servers, YouTube and Vimeo. Pure. */

import type { ViewingVideo } from '../visit-wire.ts';
import { playerOf } from './player.ts';

/** A trailer's or rough cut's link as something to play; undefined for text that is no link. */
export function sourceOf(link: string): Pick<ViewingVideo, 'kind' | 'src' | 'host' | 'type'> | undefined {
  const player = playerOf(link);
  if (!player || player.kind === 'file') return undefined;
  const { src, host } = player;
  if (player.kind === 'frame') return { kind: 'frame', src, host, type: '' };
  const path = new URL(src).pathname.toLowerCase();
  // A page on https cannot play content from http.
  if (!src.startsWith('https:')) return { kind: 'link', src, host, type: '' };
  if (path.endsWith('.m3u8')) return { kind: 'hls', src, host, type: 'application/vnd.apple.mpegurl' };
  const type = path.endsWith('.webm') ? 'video/webm' : /\.(mp4|m4v)$/.test(path) ? 'video/mp4' : '';
  return { kind: type ? 'direct' : 'link', src, host, type };
}

/** 'river.en.vtt' → 'river' and 'en'; without a language in the name, the film's own language. */
export function subtitleName(fileName: string): { base: string; lang: string } {
  const [, base = fileName, lang = ''] = /^(.*?)(?:[._-](tw|en|[a-z]{2}(?:-[A-Za-z]{2,4})?))?\.vtt$/i.exec(fileName) ?? [];
  return { base: base.toLowerCase(), lang: lang.toLowerCase() };
}

/** Whether subtitles belong to a video: they have the same name, or the video is the only one. */
export function belongsTo(subtitle: string, video: string, videos: number): boolean {
  return videos === 1 || subtitleName(subtitle).base === video.replace(/\.[^.]+$/, '').toLowerCase();
}

/** Origins from which the page may load films, for the Content-Security-Policy. */
export function originsOf(videos: readonly Pick<ViewingVideo, 'kind' | 'src'>[]): string[] {
  return [...new Set(videos.filter(({ kind }) => kind === 'hls' || kind === 'direct').map(({ src }) => new URL(src).origin))];
}

/** 754 s → '12:34', 3,725 s → '1:02:05' */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, String(whole % 60).padStart(2, '0')];
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
