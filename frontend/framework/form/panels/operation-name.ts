/** What an entry of the history says was done: by its own word, else by the name of the step or operation of the object. Never the code itself. */
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import type { ObjectModel } from '#codegen/model.ts';

export function useOperationName(): (action: string, model: ObjectModel | undefined) => string {
  const translate = useTranslate();
  const text = useText();
  return (action, model) => {
    const own = translate(`form.did.${action}`, { _: '' });
    if (own) return own;
    const operation = model?.workflow?.transitions.find(({ name }) => name === action) ?? model?.actions.find(({ name }) => name === action);
    return operation ? translate('form.did_named', { name: text(operation.label) }) : translate('form.did.update');
  };
}
