import { Fragment, type ReactNode } from 'react';
import type { SelectionEntry, SelectionFacts } from '#application/site/wire.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { Player } from './Player.tsx';
import { Stills } from './Stills.tsx';
import type { ShownFile } from './shown-file.ts';
import { fill, inPageLanguage, secondLang, titlesOf, useSelectionTexts } from './texts.ts';

/** The content of an enrolment, in reading order. */
export function Project({ entry, labels }: ProjectProps) {
  return useProjectParts({ entry, labels }).map(({ key, content }) => <Fragment key={key}>{content}</Fragment>);
}

interface ProjectProps {
  entry: SelectionEntry;
  labels: SelectionFacts['labels'];
}

/** The same in parts, so that those of two enrolments can stand beside each other. `content` is null for what is not there. */
export function useProjectParts({ entry: { item, values, answers }, labels }: ProjectProps): { key: string; content: ReactNode }[] {
  const texts = useSelectionTexts();
  const t = texts.entry;
  const label = (field: string, code: JsonValue | undefined): string =>
    code === undefined || code === null || code === '-' || code === '' ? '' : inPageLanguage(labels[field]?.[String(code)]) || String(code);
  const all = (field: string, codes: JsonValue | undefined): string => (Array.isArray(codes) ? codes.map((code) => label(field, code)).join(texts.sep) : '');
  const facts: [string, string][] = [
    [t.genre, all('genre', values.genre)],
    [t.len, label('len', values.len)],
    [t.stage, label('stage', values.stage)],
    [t.pLocation, label('pLocation', values.pLocation)],
    [t.sLocation, textOf(values.sLocation)],
    [t.pname, textOf(values.pname)],
    [t.ccifg, [all('attProgram', values.ccifg), textOf(values.ccifgName)].filter(Boolean).join(texts.sep)],
  ];
  const proposal = filesOf(values.proposal)[0];
  const stills = filesOf(values.stills);
  // What the campaign hides from its jurors does not come at all, and is not called missing.
  const hasLinks = values.trailer !== undefined || values.roughCut !== undefined;
  return [
    { key: 'logline', content: textOf(values.logline) ? <p className="selection-logline">{textOf(values.logline)}</p> : null },
    { key: 'stills', content: stills.length ? <Stills files={stills} title={titlesOf(item)[0]} /> : null },
    {
      key: 'synopsis',
      content: textOf(values.synopsis) ? (
        <section>
          <h3>{t.synopsis}</h3>
          <p className="selection-text">{textOf(values.synopsis)}</p>
        </section>
      ) : null,
    },
    {
      key: 'material',
      content:
        hasLinks || proposal ? (
          <section>
            <h3>{t.material}</h3>
            {values.trailer !== undefined && <Player name={t.trailer} link={textOf(values.trailer)} />}
            <Password of={textOf(values.trailerPw)} />
            {textOf(values.roughCut) && <Player name={t.roughCut} link={textOf(values.roughCut)} />}
            <Password of={textOf(values.roughCutPw)} />
            {proposal && (
              <p>
                <a className="ui-button is-line" href={proposal.link} target="_blank" rel="noopener">
                  {fill(t.proposal, { size: sizeOf(proposal.size) })}
                </a>
              </p>
            )}
          </section>
        ) : null,
    },
    {
      key: 'facts',
      content: (
        <section>
          <h3>{t.facts}</h3>
          <dl className="selection-facts-list">{facts.map(([name, value]) => value && <Pair key={name} name={name} value={value} />)}</dl>
        </section>
      ),
    },
    {
      key: 'answers',
      content: answers.length
        ? answers.map(({ label: name, text, files }) => (
            <section key={inPageLanguage(name)}>
              <h3>{inPageLanguage(name)}</h3>
              {inPageLanguage(text) && <p className="selection-text">{inPageLanguage(text)}</p>}
              {filesOf(files).map((file) => (
                <p key={file.link}>
                  <a className="ui-button is-line" href={file.link} target="_blank" rel="noopener">
                    {file.name || t.file} {sizeOf(file.size)}
                  </a>
                </p>
              ))}
            </section>
          ))
        : null,
    },
    { key: 'director', content: <Person heading={t.director} person={rowOf(values.director)} /> },
    { key: 'producer', content: <Person heading={t.producer} person={rowOf(values.producer)} /> },
  ];
}

/** Of a link that asks for one. */
function Password({ of }: { of: string }) {
  const { entry } = useSelectionTexts();
  return of ? (
    <p className="selection-password">
      {entry.password} <code>{of}</code>
    </p>
  ) : null;
}

function Person({ heading, person }: { heading: string; person: Row }) {
  const texts = useSelectionTexts();
  const [first, second] = titlesOf({ cname: textOf(person.cname), ename: textOf(person.ename) });
  if (!first && !textOf(person.bio) && !textOf(person.company)) return null;
  const others = Array.isArray(person.coDirectors) ? person.coDirectors.map(textOf).filter(Boolean) : [];
  return (
    <section>
      <h3>{heading}</h3>
      {first && (
        <p>
          <strong>{first}</strong>{' '}
          {second && (
            <span className="selection-second" lang={secondLang()}>
              {second}
            </span>
          )}
        </p>
      )}
      <dl className="selection-facts-list">
        {textOf(person.company) && <Pair name={texts.entry.company} value={textOf(person.company)} />}
        {others.length > 0 && <Pair name={texts.entry.coDirectors} value={others.join(texts.sep)} />}
      </dl>
      {person.newDirector === true && <p className="mark">{texts.entry.newDirector}</p>}
      {textOf(person.bio) && <p className="selection-text">{textOf(person.bio)}</p>}
    </section>
  );
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function filesOf(value: JsonValue | undefined): ShownFile[] {
  if (!Array.isArray(value)) return [];
  return value
    .map(rowOf)
    .filter(({ link }) => textOf(link) !== '')
    .map(({ link, size, name, desc }) => ({ link: textOf(link), size: Number(size ?? 0), name: textOf(desc) || textOf(name) }));
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function rowOf(value: JsonValue | undefined): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function sizeOf(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
