/** Who is signed in, for the screens: nothing of the back office shows before that is known. */

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ObjectModel, Role, Verb } from '#codegen/model.ts';
import { may } from '#domain/permission.ts';
import { ApiError } from './http-client.ts';
import { NewPassword } from './NewPassword.tsx';
import { endsSession, viewedRole, whoami } from './providers/auth.ts';
import type { SignedInUser } from './signed-in-user.ts';

interface Session {
  user: SignedInUser;
  roles: Role[];
  /** an administrator views the system with this role's rights */
  viewAs: Role | undefined;
  /** may the signed-in person do this to rows of the object? The server decides again. */
  may: (model: ObjectModel, verb: Verb) => boolean;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession stands outside SessionGate');
  return session;
}

/** Lets the signed-in through; everybody else goes to the sign-in page and comes back to this address afterwards. */
export function SessionGate({ children, pending }: { children: ReactNode; pending: ReactNode }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { data: user, error } = useQuery({ queryKey: ['auth', 'me'], queryFn: whoami, retry: false, staleTime: Number.POSITIVE_INFINITY });
  const ended = error instanceof ApiError && endsSession(error.status);
  useEffect(() => {
    if (ended) void navigate('/login', { replace: true, state: { nextPathname: pathname, nextSearch: search, timeout: error.status === 440 } });
  }, [ended, navigate, pathname, search, error]);
  if (error && !ended) throw error;
  if (!user) return pending;
  if (user.pwOnce === true) return <NewPassword />;
  return (
    <SessionContext.Provider value={{ user, roles: user.roles, viewAs: viewedRole(), may: (model, verb) => may(model, user.roles, verb) }}>
      {children}
    </SessionContext.Provider>
  );
}

const SessionContext = createContext<Session | undefined>(undefined);
