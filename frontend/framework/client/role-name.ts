import { useTranslate } from 'react-admin';
import { useText } from './language.tsx';
import { useObjects } from './objects.tsx';

/** What a role is called: those of the house's own making by their titles, where one may see the accounts that have them; else its code. */
export function useRoleName(): (role: string) => string {
  const translate = useTranslate();
  const text = useText();
  const options = useObjects()
    .find(({ name }) => name === 'user')
    ?.model.fields.find(({ name }) => name === 'roles')?.options;
  return (role) => text(options?.find(({ value }) => value === role)?.label) || translate(`perm.roles.${role}`, { _: role });
}
