/**
 * The languages of this installation, `#languages`: every folder of locales/ with a language.json, read once at start.
 * In the browser frontend/languages.ts stands in its place (package.json, "imports").
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Seen from backend/ and from the built dist/ alike. */
export const folder = fileURLToPath(new URL('../locales/', import.meta.url));

/** 'tw' → what its language.json says; #rules/language.ts completes it. */
export const folders: Record<string, object> = Object.fromEntries(
  readdirSync(folder)
    .map((name) => [name, `${folder}${name}/language.json`] as const)
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => [name, JSON.parse(readFileSync(file, 'utf8')) as object]),
);
