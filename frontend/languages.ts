/** The languages of this installation as the build found them: `#languages` in the browser, see backend/languages.ts. */
const files = import.meta.glob<object>('../locales/*/language.json', { eager: true, import: 'default' });

/** 'tw' → what its language.json says; #rules/language.ts completes it. */
export const folders: Record<string, object> = Object.fromEntries(Object.entries(files).map(([file, said]) => [file.split('/').at(-2), said]));
