/** R31: what staff run by hand, operation by operation, each with its preview and confirmation; and whether everything fits together. */
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';
import { ErrorPage } from '../errors/ErrorPage.tsx';
import { Invariants } from './Invariants.tsx';
import { Operations } from './Operations.tsx';
import '../home/home.css';
import '#fields/cells.css';
import './tools.css';

export default function Tools() {
  const translate = useTranslate();
  const text = useText();
  const { roles } = useSession();
  const entries = useObjects().filter(({ model }) => model.actions.some((action) => action.row && action.roles.some((role) => roles.includes(role))));
  useEffect(() => {
    document.title = `${translate('tools.title')} · Reelbase`;
  }, [translate]);
  if (!entries.length && !isAdministrator(roles)) return <ErrorPage status={403} message={translate('tools.none')} />;
  return (
    <div className="system tools">
      <h1>{translate('tools.title')}</h1>
      <p className="soft">{translate('tools.intro')}</p>
      {entries.map(({ name, model }) => (
        <section key={name} className="panel" aria-label={text(model.label)}>
          <h2>{text(model.label)}</h2>
          <Operations model={model} roles={roles} />
        </section>
      ))}
      {isAdministrator(roles) && <Invariants />}
    </div>
  );
}
