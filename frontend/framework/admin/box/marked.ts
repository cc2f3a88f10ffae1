/** Records that one comes back to: opened lately, and marked as favourites. Their keys alone are stored in this browser; titles are asked for when they are shown. */
import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { useSession } from '#client/session.ts';

export interface Mark {
  object: string;
  id: string;
}

/** Records remembered as opened lately. */
const mostRecent = 10;
/** Favourites; the oldest gives way. */
const mostFavourites = 50;

const isSame = (a: Mark, b: Mark): boolean => a.object === b.object && a.id === b.id;

export function useRecent(): [Mark[], (marks: Mark[]) => void] {
  return useStore<Mark[]>('recent', []);
}

/** Favourites stay on the device when one signs out, each person's own. */
export function useFavourites(): [Mark[], (marks: Mark[]) => void] {
  const { user } = useSession();
  return useStore<Mark[]>(`favourites.${user.id}`, []);
}

/** Notes that a record was opened. */
export function useOpened(object: string, id: string | undefined): void {
  const [recent, setRecent] = useRecent();
  useEffect(() => {
    if (id === undefined) return;
    const mark = { object, id };
    if (recent[0] && isSame(recent[0], mark)) return;
    setRecent([mark, ...recent.filter((one) => !isSame(one, mark))].slice(0, mostRecent));
  }, [object, id, recent, setRecent]);
}

/** Whether a record is a favourite, and the way to make it one or not. */
export function useFavourite(object: string, id: string): [boolean, () => void] {
  const [marks, setMarks] = useFavourites();
  const mark = { object, id };
  const isMarked = marks.some((one) => isSame(one, mark));
  return [isMarked, () => setMarks(isMarked ? marks.filter((one) => !isSame(one, mark)) : [mark, ...marks].slice(0, mostFavourites))];
}
