/** house: the framework names nothing of the application: no realm, refusal, menu group, colour, file of words or example of a film company. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folders = ['backend/framework', 'frontend/framework', 'codegen'];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css|json)$/.test(name))
    .map((name) => `${folder}/${name}`),
);
/** Words of locales/ that the framework itself speaks. */
const words = ['admin', 'files', 'form', 'import-sheet', 'lint', 'mails', 'messages', 'openapi', 'operations', 'workbench'];

const ofTheCompany = /applicant|juror|\bjury\b|enrol|\bpitch|campaign|pairing|\bforum|ccdf|filmman|decision.?maker|sales.?order|viewing.page|\bvp(?:man)?\b/i;
const film = /\bfilms?\b/i;
/** where its office is */
const home = /Taipei|(?:GMT|UTC) ?\+8\b/;

const bare = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

it('no file of the framework says a word of the film company', () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll('@mui/icons-material/CampaignOutlined', '');
    const lines = text.split('\n').flatMap((line, at) => (ofTheCompany.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []));
    // In a comment a film may stand as an example of an object.
    return [...lines, ...(film.test(bare(text)) ? [`${file}: a film`] : []), ...(home.test(bare(text)) ? [`${file}: its office`] : [])];
  });
  expect(found).toEqual([]);
});

it.each(['tw', 'en'])('nor does a sentence of the framework in %s', (lang) => {
  const chinese = /報名|評審|提案|洽談|配對|影展|訂單|徵件|決策人/;
  const found = words.flatMap((name) =>
    readFileSync(`locales/${lang}/${name}.json`, 'utf8')
      .split('\n')
      .filter((line) => ofTheCompany.test(line) || film.test(line) || (lang === 'tw' && chinese.test(line)))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

it('nor does it know a field or a file of words that only the company has', () => {
  const theirs = /\bcid\b|readWords[^;]*'(?:print|campaign-mails)'/;
  expect(files.filter((file) => /\.tsx?$/.test(file) && theirs.test(bare(readFileSync(file, 'utf8'))))).toEqual([]);
});
