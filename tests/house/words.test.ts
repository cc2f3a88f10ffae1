/** house: code is named in the words of docs/words.md. A retired word in a file's name, an identifier, a comment or a text of a test fails with the plain one to use instead. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/** Word → what to write instead. */
const retired = new Map([
  ['standing', 'existing (a row, table, link that is there already) or state'],
  ['told', 'informed, announced, reported or shown'],
  ['untold', 'unreported'],
  ['kept', 'stored, cached, saved or unchanged'],
  ['unkept', 'unsaved'],
  ['desk', 'dashboard (of a campaign), or the name of the page'],
  ['deed', 'operation (back office) or action (board, forum day)'],
  ['deeds', 'operations or actions'],
  ['lend', 'copy (values of a reference) or lease (a connection)'],
  ['lends', 'copies'],
  ['lent', 'copied or leased'],
  ['shelf', 'offline list'],
  ['shelve', 'store'],
  ['shelved', 'stored'],
  ['keeping', 'draft, storing or saving'],
  ['keeper', 'what it does'],
]);
/** "Room" is a room or table of a forum, the space on a disk or screen; a folder of code is a folder. */
const folders = /\b(?:this|that|data|other|another) rooms?\b|\brooms? of the (?:house|code)\b/i;

/** Names that stay: the stored, sent or public side has them. */
const allowed: { names: string[]; in: RegExp; why: string }[] = [
  { names: ['told', 'toldAt'], in: /./, why: 'columns of enrolment and pairing_release, and what is sent of them' },
  {
    names: ['deed'],
    in: /^(?:frontend\/application\/forum-day\/|tests\/application\/frontend\/press-queue)/,
    why: 'a press that waits on a device is stored with it; an update must not lose one',
  },
  { names: ['desk', 'deskForum', 'deskSignIn', 'brokenKept', 'shelved', 'unkept'], in: /./, why: 'keys of locale files' },
  { names: ['shelf'], in: /^tests\//, why: 'a shelf of books, of the library’s schemas' },
  {
    names: ['kept', 'keeper'],
    in: /^tests\/(?:bench\/places|framework\/data\/resume|e2e\/application\/(?:forum-day|site\/site-selection)|e2e\/framework\/workbench\/drop-in)\./,
    why: 'stored data, and texts that users read',
  },
];

const wings = ['backend', 'frontend', 'codegen', 'tests'];
const files = wings.flatMap((wing) =>
  readdirSync(wing, { recursive: true, encoding: 'utf8' })
    .map((name) => `${wing}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(?:ts|tsx|css)$/.test(name)),
);
const any = new RegExp(`${[...retired.keys()].join('|')}|rooms?\\b`, 'i');

describe('plain words (docs/words.md)', () => {
  it("no retired word is in a file's name, an identifier, a comment, or a sentence of a test", () => {
    const found: string[] = [];
    for (const file of files) {
      for (const word of wordsOf(file)) if (retired.has(word)) found.push(`${file}: '${word}' is retired; name the file by ${retired.get(word)}`);
      const text = readFileSync(file, 'utf8');
      if (!any.test(text)) continue;
      const { names, comments, texts } = read(file, text);
      for (const name of names)
        for (const word of isAllowed(file, name) ? [] : wordsOf(name))
          if (retired.has(word)) found.push(`${file}: '${name}' – '${word}' is retired; use ${retired.get(word)}`);
      for (const comment of comments) {
        for (const word of wordsOf(comment))
          if (retired.has(word) && !isAllowed(file, word))
            found.push(`${file}: in a comment '${word}' is retired; write ${retired.get(word)}: ${short(comment)}`);
        if (folders.test(comment)) found.push(`${file}: in a comment a room of code is a folder: ${short(comment)}`);
      }
      for (const sentence of file.startsWith('tests/') ? texts : [])
        for (const word of wordsOf(sentence))
          if (retired.has(word) && !isAllowed(file, word))
            found.push(`${file}: in a text '${word}' is retired; write ${retired.get(word)}: ${short(sentence)}`);
    }
    expect(found).toEqual([]);
  });

  it('docs/words.md has a replacement for each retired word', () => {
    const page = readFileSync('docs/words.md', 'utf8');
    const missing = ['standing', 'told', 'kept', 'desk', 'deed', 'lend', 'room', 'shelf', 'keeping'].filter((word) => !new RegExp(`\\b${word}\\b`).test(page));
    expect(missing).toEqual([]);
  });
});

function read(file: string, text: string): { names: Set<string>; comments: string[]; texts: string[] } {
  if (file.endsWith('.css')) return { names: new Set(), comments: text.match(/\/\*[\s\S]*?\*\//g) ?? [], texts: [] };
  const { program, comments } = parseSync(file, text);
  const names = new Set<string>();
  const texts: string[] = [];
  visit(program, names, texts);
  return { names, comments: comments.map(({ value }) => value), texts };
}

/** Adds the name of each identifier below `node`, and each text that is a sentence: the title of a test, or what it says when it fails. */
function visit(node: unknown, names: Set<string>, texts: string[]): void {
  if (Array.isArray(node)) for (const one of node) visit(one, names, texts);
  else if (node !== null && typeof node === 'object') {
    if ('type' in node && /^(?:JSX|Private)?Identifier$/.test(String(node.type)) && 'name' in node) names.add(String(node.name));
    if ('type' in node && node.type === 'Literal' && 'value' in node && isSentence(node.value)) texts.push(node.value);
    if ('type' in node && node.type === 'TemplateElement' && 'value' in node) {
      const { cooked } = node.value as { cooked?: unknown }; // the shape that every parser of ESTree gives
      if (isSentence(cooked)) texts.push(cooked);
    }
    for (const one of Object.values(node)) if (typeof one === 'object') visit(one, names, texts);
  }
}

/** A text of three words or more; shorter ones are names, codes and data. */
function isSentence(value: unknown): value is string {
  return typeof value === 'string' && /^[^<{[]*[a-z]+ \S+ \S+/i.test(value);
}

/** 'storedRow-ofDay' → stored, row, of, day */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function isAllowed(file: string, name: string): boolean {
  return allowed.some((one) => one.names.includes(name) && one.in.test(file));
}

const short = (comment: string): string => comment.replace(/\s+/g, ' ').trim().slice(0, 120);
