import SearchIcon from '@mui/icons-material/Search';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';

/** Pause in typing after which the list is asked. */
const pause = 250;

/** Full-text search; '/' comes here, Escape clears it and goes back to the rows. */
export function SearchBox({ filter, setFilter }: { filter: Record<string, unknown>; setFilter: (filter: object) => void }) {
  const translate = useTranslate();
  const current = typeof filter.q === 'string' ? filter.q : '';
  const [typed, setTyped] = useState(current);
  const latest = useRef({ filter, setFilter });
  useEffect(() => {
    latest.current = { filter, setFilter };
  });
  useEffect(() => setTyped(current), [current]);
  useEffect(() => {
    if (typed.trim() === current) return;
    const timer = setTimeout(() => {
      const { q: _, ...rest } = latest.current.filter;
      latest.current.setFilter(typed.trim() ? { ...rest, q: typed.trim() } : rest);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, current]);
  return (
    <search className="search">
      <SearchIcon fontSize="small" aria-hidden="true" />
      <input
        id="list-search"
        type="search"
        autoComplete="off"
        maxLength={200}
        aria-label={translate('ra.action.search')}
        placeholder={translate('list.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setTyped('');
          event.currentTarget.blur();
        }}
      />
    </search>
  );
}
