import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '#client/http-client.ts';
import { dueFirst, endsSession, viewedRole, whoami } from '#client/providers/auth.ts';
import { SessionContext } from '#client/session.ts';
import { may } from '#rules/accounts/permission.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import { NewPassword } from './NewPassword.tsx';

const NewFactor = part(() => import('./NewFactor.tsx'));

/** Lets the signed-in through; everybody else goes to the sign-in page and comes back to this address afterwards. */
/** @param stranger what somebody sees who is not signed in, where that is not the way to the sign-in */
export function SessionGate({ children, pending, stranger }: { children: ReactNode; pending: ReactNode; stranger?: ReactNode }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { data: user, error } = useQuery({ queryKey: ['auth', 'me'], queryFn: whoami, retry: false, staleTime: Number.POSITIVE_INFINITY });
  const ended = error instanceof ApiError && endsSession(error.status);
  useEffect(() => {
    if (ended && !stranger) void navigate('/login', { replace: true, state: { nextPathname: pathname, nextSearch: search, timeout: error.status === 440 } });
  }, [ended, stranger, navigate, pathname, search, error]);
  if (error && stranger) return stranger;
  if (error && !ended) throw error;
  if (!user) return pending;
  if (dueFirst() === 'password') return <NewPassword />;
  if (dueFirst() === 'factor') {
    return (
      <Soon fallback={pending}>
        <NewFactor />
      </Soon>
    );
  }
  return (
    <SessionContext.Provider value={{ user, roles: user.roles, viewAs: viewedRole(), may: (model, verb) => may(model, user.roles, verb) }}>
      {children}
    </SessionContext.Provider>
  );
}
