/** What drives the form: the object model as an applicant may see it, and the validator that the server compiled of the same schema. */
import type { FormFacts } from '#domain/campaign/calls.ts';
import { call } from '../../call.ts';
import type { Form, Validator } from './check.ts';

const loaded = new Map<string, Promise<Form>>();

/** The form of a campaign, asked for once a page. */
export function loadForm(campaign: string): Promise<Form> {
  let form = loaded.get(campaign);
  if (!form) {
    form = fetchForm(campaign);
    loaded.set(campaign, form);
    // What failed may be tried again.
    form.catch(() => loaded.delete(campaign));
  }
  return form;
}

async function fetchForm(campaign: string): Promise<Form> {
  const { model, validator, terms } = await call<FormFacts>('GET', `/form?campaign=${encodeURIComponent(campaign)}`);
  const address = new URL(validator, location.origin);
  if (address.origin !== location.origin) throw new Error('the validator comes from elsewhere');
  const module = (await import(/* @vite-ignore */ address.href)) as Validator; // compiled by our server
  return { model, validator: module, terms };
}
