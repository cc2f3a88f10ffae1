import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { isLang } from './backend/framework/rules/words/language.ts';
import { readWords } from './backend/framework/words.ts';
import packageJson from './package.json' with { type: 'json' };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The oldest browsers, of package.json's browserslist: 'safari >= 15.4' → 'safari15.4'. Scripts are lowered to them, styles too; what no build can lower is found by tests/house/browsers.test.ts. */
const floor = packageJson.browserslist.map((line) => line.replace('ios_saf', 'ios').replace(' >= ', ''));

/** What a language does not say is filled in from the next of its chain, so that no page fetches two. */
export const completeWords: Plugin = {
  name: 'complete-words',
  enforce: 'pre',
  transform: (_text, id) => {
    const [, lang, name] = /\/locales\/([\w-]+)\/([\w-]+)\.json$/.exec(id) ?? [];
    return isLang(lang) && name && name !== 'language' ? JSON.stringify(readWords(lang, name)) : null;
  },
};

/** A dynamic import that failed cannot be tried again: the build's helper around each gives way to one that fetches the files first. */
const importPart: Plugin = {
  name: 'import-part',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? here('frontend/framework/ui/import-part.ts') : null),
};

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
type Graph = { getModuleInfo(id: string): Module };

/**
 * The back office in a few files instead of two hundred: what its start needs, what its first list adds, what its form adds, and of the form what other screens
 * use too, which would fetch all of it for a line. What the public pages use too, be it later, stays apart, since they weigh every kilobyte: what a start needs,
 * React, and what one panel draws at once and another may draw too, as one file each for the panels of a side, those of all, and what the back office uses too.
 * The rest lies in the small files that the bundler cuts.
 */
function shelves(): (id: string, graph: Graph) => string | null {
  let known: Record<'texts' | 'erp' | 'anyErp' | 'site' | 'viewing' | 'anyPage' | 'list' | 'home' | 'edit' | 'beside', Set<string>> | undefined;
  let panels: { side: string; now: Set<string>; later: Set<string> }[] = [];
  return (id, graph) => {
    const reached = (files: string[], next: (module: NonNullable<Module>) => readonly string[] = ({ importedIds }) => importedIds): Set<string> => {
      const found = new Set(files.map((file) => (isAbsolute(file) ? file : here(`frontend/${file}`))));
      for (const one of found) {
        const module = graph.getModuleInfo(one);
        for (const more of module ? next(module) : []) found.add(more);
      }
      return found;
    };
    /** What all screens need that are no forms, and what they open: whatever has no form engine in it. */
    const withoutForm = (): Set<string> => {
      const found = reached(['erp.html']);
      for (const id of found) {
        for (const screen of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
          const own = reached([screen]);
          if (![...own].some((one) => one.includes('/node_modules/@rjsf/core/'))) for (const one of own) found.add(one);
        }
      }
      return found;
    };
    const atAll = ({ importedIds, dynamicallyImportedIds }: NonNullable<Module>) => [...importedIds, ...dynamicallyImportedIds];
    const panelsOf = (island: string) => [
      { side: '', now: reached([island]), later: reached([island]) },
      ...(graph.getModuleInfo(island)?.dynamicallyImportedIds ?? []).map((panel) => {
        const [, side = ''] = /\/application\/(\w+)\//.exec(panel) ?? [];
        return { side, now: reached([panel]), later: reached([panel], atAll) };
      }),
    ];
    if (!known) panels = panelsOf(here('frontend/application/site/island.tsx'));
    known ??= {
      texts: reached(['framework/client/providers/i18n.ts', 'application/texts.ts'], ({ dynamicallyImportedIds }) => dynamicallyImportedIds),
      erp: reached(['erp.html']),
      anyErp: reached(['erp.html'], atAll),
      site: reached(['site.html']),
      viewing: reached(['viewing.html']),
      anyPage: reached(['site.html', 'viewing.html'], atAll),
      list: reached(['framework/admin/list/ObjectList.tsx']),
      home: reached(['framework/admin/home/Home.tsx', 'framework/admin/comments/Bell.tsx']),
      edit: reached(['framework/admin/edit/ObjectEdit.tsx']),
      beside: withoutForm(),
    };
    const { texts, erp, anyErp, site, viewing, anyPage, list, home, edit, beside } = known;
    if (anyPage.has(id) && /\/node_modules\/(?:react|react-dom|scheduler)\//.test(id)) return 'react';
    if (site.has(id) && /\.tsx?$/.test(id) && !id.endsWith('/site/main.ts')) {
      if (erp.has(id)) return viewing.has(id) ? 'every-page' : 'pages';
      return viewing.has(id) ? 'every-public-page' : 'public-pages';
    }
    const drawing = panels.filter(({ later }) => later.has(id));
    if (!site.has(id) && !viewing.has(id) && drawing.length > 1 && drawing.some(({ now }) => now.has(id)) && /\.[jt]sx?$/.test(id)) {
      const sides = new Set(drawing.map(({ side }) => side));
      const shelf = sides.size > 1 ? 'panels' : `${[...sides][0]}-panels`;
      return anyErp.has(id) ? `${shelf}-and-erp` : shelf;
    }
    if (anyPage.has(id)) return null;
    // The back office draws nothing before it has all texts of its language.
    if (texts.has(id) && id.endsWith('.json')) return `texts-${/\/locales\/([\w-]+)\//.exec(id)?.[1]}`;
    if (erp.has(id)) return 'erp';
    if (list.has(id)) return 'list';
    if (!edit.has(id)) return null;
    if (home.has(id)) return 'screens';
    return beside.has(id) ? 'fields' : 'edit';
  };
}

const chunkGroups = [{ name: shelves(), debugName: 'shelves', includeDependenciesRecursively: false }];

/**
 * The public site shares React with the back office, and tokens; it never loads react-admin, MUI or the form engine.
 * Aliases come from package.json "imports". Chunks are cut so that the back office's first list stays small:
 * the form engine and the icons of rarely opened screens come with the screen that needs them.
 */
export default defineConfig({
  root: here('frontend'),
  base: '/',
  plugins: [importPart, react(), completeWords],
  // Rules and texts live beside the frontend's folder.
  server: { fs: { allow: [here('.')] } },
  build: {
    outDir: here('dist/public'),
    emptyOutDir: true,
    manifest: true,
    target: floor,
    // The strict content security policy allows no inline module, so nothing is inlined as a data: script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // A service worker stands beside the pages, under the same address in each build.
      output: {
        codeSplitting: { groups: chunkGroups },
        entryFileNames: ({ name }) => (name.endsWith('-worker') ? '[name].js' : 'assets/[name]-[hash].js'),
      },
      // The public pages are the application's; without it the back office stands alone.
      input: Object.fromEntries(
        Object.entries({ erp: 'erp.html', site: 'site.html', viewing: 'viewing.html', 'enrol-worker': 'application/enrolment/site/worker.ts' })
          .map(([name, file]) => [name, here(`frontend/${file}`)])
          .filter(([, file]) => existsSync(String(file))),
      ),
    },
  },
});
