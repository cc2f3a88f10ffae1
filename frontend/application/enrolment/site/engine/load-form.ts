import { ApiError, call } from '#screens/site/call.ts';
import { storedForm, storeForm } from '#screens/site/draft/offline-form.ts';
import { Fetched } from '#ui/fetched.ts';
import { fetchFile } from '#ui/import-part.ts';
import type { Form, Validator } from './check.ts';

const known = new Map<string, Fetched<Form>>();

/** The form of a campaign. It is fetched once for each page, again after a failure, and where the campaign asks something else meanwhile. */
export function formOf(campaign: string): Fetched<Form> {
  const form = known.get(campaign) ?? new Fetched(() => fetchForm(campaign));
  known.set(campaign, form);
  return form;
}

async function fetchForm(campaign: string): Promise<Form> {
  const form = await call('GET /api/site/form', { query: { campaign } }).catch((error: unknown) => {
    const stored = error instanceof ApiError && error.isPassing && storedForm(campaign);
    if (stored) return stored;
    throw error;
  });
  const { model, validator, terms, mark } = form;
  const address = new URL(validator, location.origin);
  if (address.origin !== location.origin) throw new Error('the validator comes from elsewhere');
  await fetchFile(address.href);
  const module = (await import(/* @vite-ignore */ address.href)) as Validator; // compiled by our server
  storeForm(campaign, form);
  return { model, validator: module, terms, mark };
}
