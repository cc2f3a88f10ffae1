/** All objects with the state of their files: what serves, what waits, what is quarantined and why. New ones begin here. For administrators. */
import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#client/http-client.ts';
import { useText, useWords } from '#client/language.tsx';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';
import { sayFinding } from '#rules/words/finding-words.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { ErrorPage, FailedPage } from '../errors/ErrorPage.tsx';
import { Pending } from '../layout/Layout.tsx';
import { useFindingWords } from '../system/use-finding-words.ts';
import { Gone } from './Gone.tsx';
import { NewSchema } from './NewSchema.tsx';
import { useSay, WithWords } from './say.tsx';
import { stateColors } from './state-colors.ts';
import '../home/home.css';
import '#fields/cells.css';
import './schemas.css';

export default function Schemas() {
  const words = useWords();
  const { roles } = useSession();
  if (!isAdministrator(roles)) return <ErrorPage status={403} message={words('msg.admin')} />;
  return (
    <WithWords pending={<Pending />}>
      <Files />
    </WithWords>
  );
}

function Files() {
  const say = useSay();
  const text = useText();
  const findingWords = useFindingWords();
  const [wanted, setWanted] = useState('');
  const [isNew, setNew] = useState(false);
  const { data, error } = useQuery({ queryKey: ['schemas'], queryFn: () => call('GET /api/schemas', {}) });
  useEffect(() => {
    document.title = `${say('title')} · Reelbase`;
  }, [say]);
  if (error) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  const words = wanted.trim().toLowerCase();
  const files = data.files.filter(({ name, title }) => `${name} ${text(title)}`.toLowerCase().includes(words));
  return (
    <div className="system">
      <div className="bench-bar">
        <h1>{say('title')}</h1>
        <span className="bench-space" />
        <TextField label={say('list.search')} value={wanted} onChange={(event) => setWanted(event.target.value)} />
        {data.isWritable && (
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setNew(true)}>
            {say('new.open')}
          </Button>
        )}
      </div>
      {!data.isWritable && <Alert severity="info">{say(`readonly.${data.why ?? 'folder'}`)}</Alert>}
      <ScrollTable aria-label={say('title')} heads={[say('list.object'), say('list.name'), say('list.state'), say('list.fields'), say('list.rows')]}>
        {files.map(({ name, title, state, fields, rows, findings }) => (
          <tr key={name}>
            <td>
              <Link to={`/schemas/${name}`}>{text(title) || name}</Link>
              {state === 'quarantined' && findings[0] && <div className="soft bench-why">{sayFinding(findings[0].message, findingWords)}</div>}
            </td>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <span className="badge" data-color={stateColors[state]}>
                {say(`states.${state}`)}
              </span>
            </td>
            <td className="num">{fields}</td>
            <td className="num">{rows ? `${rows.estimated ? '≈ ' : ''}${rows.count.toLocaleString()}` : '–'}</td>
          </tr>
        ))}
      </ScrollTable>
      {files.length === 0 && <p className="soft">{say('list.none')}</p>}
      <Gone gone={data.gone} isWritable={data.isWritable} />
      <p className="soft">
        {say('list.archived')} <Link to="/sysman">{say('list.system')}</Link>
      </p>
      {isNew && <NewSchema taken={new Set(data.files.map(({ name }) => name))} onClose={() => setNew(false)} />}
    </div>
  );
}
