/** All lists of options that the person may see: where each is used, how many it offers, whether it was changed here. */
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#client/http-client.ts';
import { useText } from '#client/language.tsx';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { FailedPage } from '../errors/ErrorPage.tsx';
import { Pending } from '../layout/Layout.tsx';
import { useSay, WithWords } from '../schemas/say.tsx';
import '../home/home.css';
import '#fields/cells.css';
import '../schemas/schemas.css';

export default function OptionLists() {
  return (
    <WithWords pending={<Pending />}>
      <Lists />
    </WithWords>
  );
}

function Lists() {
  const say = useSay();
  const text = useText();
  const [wanted, setWanted] = useState('');
  const { data, error } = useQuery({ queryKey: ['options'], queryFn: () => call('GET /api/options', {}) });
  useEffect(() => {
    document.title = `${say('options.title')} · Reelbase`;
  }, [say]);
  if (error && !data) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  const words = wanted.trim().toLowerCase();
  const lists = data.filter(({ name, label, uses }) =>
    `${name} ${text(label)} ${uses.map((use) => text(use.objectName)).join(' ')}`.toLowerCase().includes(words),
  );
  return (
    <div className="system">
      <div className="bench-bar">
        <h1>{say('options.title')}</h1>
        <span className="bench-space" />
        <TextField label={say('options.search')} value={wanted} onChange={(event) => setWanted(event.target.value)} />
      </div>
      <p className="soft">{say('options.help')}</p>
      <ScrollTable aria-label={say('options.title')} heads={['list', 'used', 'count', 'state'].map((head) => say(`options.${head}`))}>
        {lists.map(({ name, label, uses, count, retired, isFixed, isChanged }) => (
          <tr key={name}>
            <td>
              <Link to={`/options/${name}`}>{text(label)}</Link> <code className="soft">{name}</code>
            </td>
            <td data-wrap>{[...new Set(uses.map((use) => text(use.objectName)))].join(' · ')}</td>
            <td className="num">
              {count}
              {retired > 0 && <span className="soft"> · {say('options.retiredcount', { smart_count: retired })}</span>}
            </td>
            <td>
              <span className="badge" data-color={isChanged ? 'info' : 'default'}>
                {say(isChanged ? 'options.changed' : 'options.shipped')}
              </span>
              {isFixed && <span className="badge">{say('options.fixed')}</span>}
            </td>
          </tr>
        ))}
      </ScrollTable>
      {lists.length === 0 && <p className="soft">{say('options.none')}</p>}
    </div>
  );
}
