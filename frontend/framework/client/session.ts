/** Who is signed in, for the screens: nothing of the back office shows before that is known. */
import { createContext, useContext } from 'react';
import type { ObjectModel, Role, Verb } from '#codegen/model.ts';
import type { SignedInUser } from './signed-in-user.ts';

export interface Session {
  user: SignedInUser;
  roles: Role[];
  /** an administrator views the system with this role's rights */
  viewAs: Role | undefined;
  /** may the signed-in person do this to rows of the object? The server decides again. */
  may: (model: ObjectModel, verb: Verb) => boolean;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession stands outside SessionGate');
  return session;
}
