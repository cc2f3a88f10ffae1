import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Finding {
  category: string;
  message: string;
  location: { path: string; start: { line: number } };
}

/** Lints lines of code as if each stood in its file, all in one run: the walls go by paths, so a copy of the rules in an empty folder judges alike. `x` is named anew in each. */
function lint(code: readonly (readonly [file: string, line: string])[]): Finding[][] {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'));
  copyFileSync('biome.json', join(folder, 'biome.json'));
  cpSync('tests/house/walls', join(folder, 'tests/house/walls'), { recursive: true });
  const lines = new Map<string, number>();
  const places = code.map(([file, text]) => {
    const line = (lines.get(file) ?? 0) + 1;
    lines.set(file, line);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    appendFileSync(join(folder, file), `${text.replace(/\bx\b/, `x${line}`)}\n`);
    return { path: file, line };
  });
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.'];
  const result = spawnSync(resolve('node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  const { diagnostics } = JSON.parse(result.stdout) as { diagnostics: Finding[] }; // biome's report
  return places.map(({ path, line }) => diagnostics.filter(({ location }) => location.path === path && location.start.line === line));
}

// folder, an import that would break its wall, a word of the message that says where to go instead
const walls: [file: string, specifier: string, message: string][] = [
  ['codegen/describe/describe.ts', '#framework/data/engine/connect.ts', 'schema files and nothing else'],
  ['backend/framework/kinds/decimal.ts', '#rules/records/record.ts', 'below the rules'],
  ['backend/framework/kinds/decimal.ts', '#codegen/describe/describe.ts', 'below the rules'],
  ['backend/framework/kinds/decimal.ts', 'ajv', 'no npm dependency'],
  ['backend/framework/kinds/decimal.ts', '#application/rules.ts', 'The framework knows no film'],
  ['backend/framework/rules/records/record.ts', 'node:fs', 'A rule is pure'],
  ['backend/framework/rules/records/record.ts', 'knex', 'no npm dependency'],
  ['backend/framework/rules/records/record.ts', '#framework/data/engine/connect.ts', 'A rule is pure'],
  ['backend/framework/rules/records/record.ts', '#application/object-rules.ts', 'The framework knows no film'],
  ['backend/framework/objects/registry.ts', '#framework/data/engine/connect.ts', 'registry.onChange'],
  ['backend/framework/objects/registry.ts', '#application/rules.ts', 'The framework knows no film'],
  ['backend/framework/data/rows/records.ts', '#framework/api/records/records.ts', 'into an action'],
  ['backend/framework/data/rows/records.ts', '#application/tables.ts', 'The framework knows no film'],
  ['backend/framework/records/create-record.ts', 'knex', 'SQL belongs in backend/framework/data'],
  ['backend/framework/records/create-record.ts', '#application/verbs.ts', 'The framework knows no film'],
  ['backend/framework/api/records/records.ts', '#framework/data/rows/records.ts', 'verb among the actions'],
  ['backend/framework/api/records/records.ts', '#application/index.ts', 'The framework knows no film'],
  ['backend/framework/html/escape.ts', '#application/site/pages/page.ts', 'The framework knows no film'],
  ['backend/framework/clock.ts', '#application/index.ts', 'The framework knows no film'],
  ['backend/application/pairing/rules/grid.ts', 'node:fs', 'A rule is pure'],
  ['backend/application/site/pages/page.ts', '#framework/data/rows/records.ts', 'text in, HTML out'],
  ['backend/application/viewing/data/watch.ts', '../actions/find-page.ts', 'into an action'],
  ['backend/application/forum/actions/save-days.ts', 'express', 'SQL belongs in'],
  ['backend/application/forum/api.ts', '#framework/data/rows/records.ts', 'verb among the actions'],
  ['frontend/framework/admin/main.tsx', '#framework/objects/registry.ts', '#rules'],
  ['frontend/framework/admin/main.tsx', '#screens/pairing/Pairing.tsx', 'The framework knows no film'],
  ['frontend/framework/form/rjsf/RowField.tsx', '#application/rules.ts', 'The framework knows no film'],
  ['frontend/framework/form/schema/validator.ts', 'ajv', 'no Ajv here'],
  ['frontend/framework/admin/main.tsx', '#codegen/describe/describe.ts', 'GET /api/objects'],
  ['frontend/framework/admin/main.tsx', '#kinds/schemas.ts', 'GET /api/objects'],
  ['frontend/framework/admin/main.tsx', '#kinds/columns.ts', 'GET /api/objects'],
  ['frontend/framework/ui/Confirm.tsx', '#client/language.tsx', 'take words and facts as props'],
  ['frontend/framework/ui/Confirm.tsx', '../admin/main.tsx', 'take words and facts as props'],
  ['frontend/framework/ui/Confirm.tsx', '#application/rules.ts', 'The framework knows no film'],
  ['frontend/framework/client/objects.tsx', '#fields/show.ts', 'it knows no field and no screen'],
  ['frontend/framework/client/objects.tsx', 'ajv', 'no Ajv here'],
  ['frontend/framework/fields/text/Widget.tsx', '#form/schema/layout.ts', 'fields/contract'],
  ['frontend/framework/fields/text/Widget.tsx', '../../form/schema/layout.ts', 'fields/contract'],
  ['frontend/framework/fields/text/Widget.tsx', '#screens/pairing/Pairing.tsx', 'The framework knows no film'],
  ['frontend/framework/form/rjsf/RowField.tsx', '#admin/main.tsx', 'knows no screen around it'],
  ['frontend/application/pairing/Pairing.tsx', '#application/pairing/actions/read-board.ts', 'its rules and the types of wire.ts'],
  ['frontend/application/site/island.tsx', '@mui/material', '80 kB'],
  ['frontend/application/jury/site/Entry.tsx', 'react-admin', '80 kB'],
];

// a moment made or read by hand, a row written by hand: with the word of the message
const lines: [file: string, line: string, message: string][] = [
  ['backend/framework/rules/queries/filter.ts', 'const x = new Date(stored);', 'One clock'],
  ['backend/application/pairing/actions/steps.ts', "const x = now.toISOString().slice(0, 19).replace('T', ' ');", 'One clock'],
  ['codegen/describe/describe.ts', 'const x = Date.parse(text);', 'One clock'],
  ['frontend/application/personal/Times.tsx', 'const x = -now.getTimezoneOffset();', 'One clock'],
  ['backend/framework/records/verb.ts', "import { insertRow as x } from '#framework/data/rows/write.ts';", 'One write'],
  ['backend/framework/data/system/log.ts', "import { updateRow as x } from '../rows/write.ts';", 'One write'],
  ['backend/application/pairing/actions/store-run.ts', "import { removeRow as x, trashRow } from '#framework/data/rows/write.ts';", 'One write'],
  ['backend/demo/seed.ts', "import { insertRow as x } from '#framework/data/rows/write.ts';", 'One write'],
];
// where it belongs
const places: typeof lines = [
  ['backend/framework/time.ts', 'export const x = new Date(0);', 'One clock'],
  ['tests/framework/rules/time.test.ts', 'export const x = new Date(0);', 'One clock'],
  ['backend/framework/save/save.ts', "import { insertRow as x } from '#framework/data/rows/write.ts';", 'One write'],
];

describe('the walls between folders are lint rules that say where to go instead', () => {
  const allowed = ['backend/framework/data/rows/records.ts', '#rules/records/record.ts'] as const;
  const imports = [...walls, allowed].map(([file, specifier]) => [file, `import x from '${specifier}';`] as const);
  const findings = lint([...[...lines, ...places].map(([file, line]) => [file, line] as const), ...imports]);
  const said = (index: number) => findings[index]?.map(({ message }) => message).join(' ');

  for (const [at, [file, specifier, message]] of walls.entries()) {
    it(`${file} may not import ${specifier}`, () => {
      expect(said(lines.length + places.length + at)).toContain(message);
    });
  }

  for (const [at, [file, line, message]] of lines.entries()) it(`${file} may not write ${line}`, () => expect(said(at)).toContain(message));

  for (const [at, [file, line, message]] of places.entries()) it(`${file} may write ${line}`, () => expect(said(lines.length + at)).not.toContain(message));

  it('an allowed import passes', () => {
    expect(findings.at(-1)?.map(({ category }) => category)).not.toContain('lint/style/noRestrictedImports');
  });

  it('schemas and locales hold no code', () => {
    const files = ['schemas', 'locales'].flatMap((wing) => readdirSync(wing, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()));
    expect(files.map((file) => file.name).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('the rules import nothing but each other, the languages and types of the model', () => {
    const files = readdirSync('backend', { recursive: true, encoding: 'utf8' }).filter((name) => /(?:^|\/)rules\/.*\.ts$/.test(name));
    expect(files.length).toBeGreaterThan(100);
    const isRule = (specifier = '') =>
      /^(?:#rules\/|#kinds\/(?!schemas)|#framework\/time\.ts|#codegen\/languages\.ts|#application\/[\w-]+\/rules\/|opencc-js\/dict\/)/.test(specifier); // a table of characters, no code
    const foreign = files.flatMap((name) =>
      [...readFileSync(`backend/${name}`, 'utf8').matchAll(/^(?:import|export) .*from '([^'.][^']*)'/gm)]
        .filter(([line, specifier]) => !(isRule(specifier) || line.startsWith('import type') || line.startsWith('export type')))
        .map(([line]) => `${name}: ${line}`),
    );
    expect(foreign).toEqual([]);
  });

  it('the framework imports nothing of the application, on either side', () => {
    for (const side of ['backend', 'frontend']) {
      const files = readdirSync(`${side}/framework`, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:tsx?|css)$/.test(name));
      expect(files.length).toBeGreaterThan(100);
      const up = files.filter((name) =>
        /#application\/|#screens\/|\/application\//.test(readFileSync(`${side}/framework/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')),
      );
      expect(up).toEqual([]);
    }
  });
});

describe('the layers of the frontend', () => {
  it('ui → client → fields → form → admin: every import goes to a layer further left', () => {
    const layers = ['ui', 'client', 'fields', 'form', 'admin'];
    const up = layers.flatMap((layer, place) =>
      readdirSync(`frontend/framework/${layer}`, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .flatMap((name) => {
          const file = `frontend/framework/${layer}/${name}`;
          return [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)]
            .map(([, specifier = '']) => specifier)
            .filter((specifier) => {
              const to = specifier.startsWith('.') ? relative('frontend/framework', join(dirname(file), specifier)) : specifier.slice(1);
              return layers.indexOf(to.split('/')[0] ?? '') > place;
            })
            .map((specifier) => `${layer}/${name}: ${specifier}`);
        }),
    );
    expect(up).toEqual([]);
  });
});

describe('keys work from the moment a screen is shown', () => {
  it('G2 key listeners are added in a layout effect: a passive one runs after the screen was drawn, and misses keys pressed before it', () => {
    const files = readdirSync('frontend', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const late = files.flatMap((name) => {
      const text = readFileSync(`frontend/${name}`, 'utf8');
      return [...text.matchAll(/addEventListener\('key(?:down|up)', \w+(?:, \w+)?\)/g)]
        .filter(({ index }) => (text.slice(0, index).match(/\buse(?:Layout)?Effect\(/g) ?? []).at(-1) === 'useEffect(')
        .map(([line]) => `${name}: ${line}`);
    });
    expect(late).toEqual([]);
  });
});

describe('one client', () => {
  it('C09 only the client calls the server: other code that calls fetch would have its own retries, time-out and errors', () => {
    const files = readdirSync('frontend', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const own = files.filter((name) => /(?<![.\w])fetch\(|new XMLHttpRequest/.test(readFileSync(`frontend/${name}`, 'utf8').replace(/^ {2}fetch\(\): /m, '')));
    // A script's file and the look whether the line is there are not calls; progress of an upload is what fetch does not tell, its tries are the client's.
    // The worker stands between the page and the server, and passes on what it is asked.
    expect(own.sort()).toEqual([
      'application/enrolment/site/worker.ts',
      'framework/client/http/send.ts',
      'framework/client/titles.ts',
      'framework/client/upload/send-file.ts',
      'framework/ui/fetched.ts',
      'framework/ui/import-part.ts',
    ]);
  });
});

describe('what a failed call has to say', () => {
  it('K23 is shown by FailureText: a bare message is the browser’s English where the line is broken, and offers no way to sign in', () => {
    const files = readdirSync('frontend', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.tsx') && !name.startsWith('framework/client/'),
    );
    const bare = files.filter((name) => /\berror\.message\b/.test(readFileSync(`frontend/${name}`, 'utf8')));
    // A page's own fault, a formula's, what was typed for a new object, and a refusal with what stands in its way.
    expect(bare.sort()).toEqual([
      'framework/admin/errors/ErrorPage.tsx',
      'framework/admin/schemas/NewSchema.tsx',
      'framework/admin/schemas/forms/ExpressionLine.tsx',
      'framework/form/panels/DeleteDialog.tsx',
    ]);
  });
});

describe('storage of the browser', () => {
  it('E05 only client/device-store.ts uses the browser’s storage: other code would forget that it may be full or switched off', () => {
    const files = readdirSync('frontend', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const own = files.filter((name) => /\b(?:local|session)Storage\b(?! and)/.test(readFileSync(`frontend/${name}`, 'utf8')));
    // Who is signed in and react-admin's own habits lie there by their own names; a page that reloads itself once remembers it before anything else is fetched.
    expect(own.sort()).toEqual([
      'framework/client/device-store.ts',
      'framework/client/signed-in-user.ts',
      'framework/client/stand-in-storage.ts',
      'framework/client/store.ts',
      'framework/ui/reload-guard.ts',
    ]);
  });
});

describe('separately fetched parts are retried', () => {
  it('G1 every dynamic import of the frontend goes through code that retries: part(), enlist() or Fetched', () => {
    const files = readdirSync('frontend', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const bare = files.flatMap((name) =>
      readFileSync(`frontend/${name}`, 'utf8')
        .split('\n')
        .filter((line) => /\bimport\(/.test(line) && !/typeof import\(|\b(?:part|enlist|new Fetched)\b.*\bimport\(/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    // Handed on as a whole: what comes beside the framework's screens with their `part`, the islands by `part`, the words of a page with them, a form's rules with its form, a language by `catalogueOf`.
    expect(
      bare.filter(
        (line) =>
          !/^application\/(?:site\/island\.tsx: (?:'[\w-]+'|my): \(\) => import|enrolment\/site\/engine\/load-form\.ts: |index\.tsx: besideScreens\.fill)|^framework\/client\/providers\/i18n\.ts: const packages/.test(
            line,
          ),
      ),
    ).toEqual([]);
    // React's own would wait 0.3 s with what is there (172).
    const bounded = files.filter((name) => /\blazy\(|<Suspense\b/.test(readFileSync(`frontend/${name}`, 'utf8')));
    expect(bounded).toEqual(['framework/ui/soon.tsx']);
  });
});
