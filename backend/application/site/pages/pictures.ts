/** Layout images as HTML: in sizes that fit the screen, with width and height known before they load. */
import type { Lang } from '#codegen/model.ts';
import { type Html, html } from '#framework/html/escape.ts';
import { thumbLink } from '#rules/records/upload.ts';
import type { Picture } from '../wire.ts';

/** Widths in which the file store makes pictures. */
const widths = [640, 960, 1280] as const;

/** A picture's address and its smaller versions. */
export function sourcesOf({ src, width }: Picture): { src: string; srcset: string } {
  const smaller = widths.filter((one) => width === 0 || one < width).map((one) => `${thumbLink(src, one)} ${one}w`);
  // A picture of another site has only one size.
  if (!smaller.length || thumbLink(src, 640) === src) return { src, srcset: '' };
  if (width > 0) smaller.push(`${width <= 1280 ? thumbLink(src, 1280) : src} ${width}w`);
  return { src, srcset: smaller.join(', ') };
}

/** How wide the page's large picture is. Under a sign-in or a form it is a strip behind words, and on a phone the smallest version is enough for it. */
export function breadthOn(route: string | undefined): string {
  return route?.startsWith('/enroll') || route?.startsWith('/selection') ? '(max-width: 599px) 88vw, 100vw' : '100vw';
}

/** Requests a page's large picture first: it is the largest element that a visitor sees. */
export function preloaded(picture: Picture, breadth = '100vw'): Html {
  const { src, srcset } = sourcesOf(picture);
  return html`<link rel="preload" as="image" href="${src}"${srcset && html` imagesrcset="${srcset}" imagesizes="${breadth}"`} fetchpriority="high">`;
}

/** A picture over the whole screen behind the text; loaded first. */
export function backdrop(picture: Picture | undefined, lang: Lang, breadth = '100vw'): Html {
  if (!picture) return html`<div class="backdrop is-drawn" aria-hidden="true"></div>`;
  const { src, srcset } = sourcesOf(picture);
  const size = picture.width > 0 && html` width="${picture.width}" height="${picture.height}"`;
  return html`<img class="backdrop" src="${src}"${srcset && html` srcset="${srcset}" sizes="${breadth}"`}${size} alt="${picture.alt[lang]}" fetchpriority="high" decoding="async">`;
}

/** A logo of `height` px; its width follows. */
export function mark(picture: Picture, lang: Lang, height: number, name: string): Html {
  const width = picture.height > 0 ? Math.round((picture.width / picture.height) * height) : 0;
  const size = width > 0 && html` width="${width}" height="${height}"`;
  return html`<img class="emblem" src="${thumbLink(picture.src, width > 320 ? 1280 : 640)}"${size} alt="${picture.alt[lang] || name}" loading="lazy" decoding="async">`;
}
