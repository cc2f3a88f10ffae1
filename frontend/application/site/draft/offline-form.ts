/**
 * The offline form: what a reload without a connection needs to open an enrolment with what was typed. The page and its scripts are with the worker
 * (enrolment/site/worker.ts); the enrolment as the server last said it, its form and whose it is are a copy in this browser's storage. It is one person's:
 * signing out, another account, or twelve hours end it. What was typed is not in it; that is the journal's (client/typing).
 */
import type { ApplicantFacts, EnrolmentFacts, FormFacts } from '#application/site/wire.ts';
import { onDevice } from '#client/device-store.ts';
import { sessionTotal } from '#rules/accounts/session.ts';
import { pageAddress, siteFacts } from '../facts.ts';

const mark = 'reelbase.offline';
const copyKey = (id: string): string => `${mark}:${id}`;
const formKey = (campaign: string): string => `${mark}:form:${campaign}`;

interface Copy {
  /** whose edits the journal of the enrolment has; all that is left after a sign-out, and only while there are some */
  owner: string;
  me?: ApplicantFacts;
  facts?: EnrolmentFacts;
  /** ms since 1970 */
  at?: number;
}

/** The enrolment as it was stored last, with whom it was shown to; undefined for none, or for one older than a session lasts. */
export function offlineCopy(id: string): Required<Copy> | undefined {
  const found = read(id);
  return found?.facts && found.me && Date.now() - (found.at ?? 0) < sessionTotal ? (found as Required<Copy>) : undefined;
}

export function storeCopy(me: ApplicantFacts, facts: EnrolmentFacts): void {
  write(copyKey(facts.id), { owner: me.email, me, facts, at: Date.now() } satisfies Copy);
}

/** Whether what the journal has of the enrolment was typed by this person. */
export function isOwn(id: string, { email }: ApplicantFacts): boolean {
  return read(id)?.owner === email;
}

export function storeForm(campaign: string, form: FormFacts): void {
  write(formKey(campaign), form);
}

export function storedForm(campaign: string): FormFacts | undefined {
  return onDevice.read(formKey(campaign)) as FormFacts | undefined; // written above
}

/** Somebody else is signed in, or nobody: the copies of others go, and with them the pages. Who typed what is not on the server yet stays known. */
export function dropCopies(email = ''): void {
  let hasOthers = !email;
  for (const key of onDevice.keys(`${mark}:`)) {
    const id = key.slice(mark.length + 1);
    const { owner, facts } = read(id) ?? {};
    if (email && (owner === email || !facts)) continue;
    hasOthers = true;
    onDevice.write(key, owner && onDevice.keys(`reelbase.draft:${id}:`).length ? { owner } : undefined);
  }
  if (hasOthers) void dropPages();
}

/** Has the worker store this page with its scripts. It begins after the page is shown, and only for whoever fills in a form. */
export async function storePage(): Promise<void> {
  if (siteFacts().rehearsal !== undefined) return;
  try {
    await navigator.serviceWorker.register('/enrol-worker.js', { scope: scope() });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ page: location.href, parts: performance.getEntriesByType('resource').map(({ name }) => name) });
  } catch {
    // A browser without workers (plain http, a private window): a reload needs a connection.
  }
}

async function dropPages(): Promise<void> {
  try {
    await (await navigator.serviceWorker.getRegistration(scope()))?.unregister();
    for (const name of await caches.keys()) if (name.startsWith('reelbase-enrol')) await caches.delete(name);
  } catch {
    // as above: there is nothing
  }
}

const scope = (): string => pageAddress('/enroll/edit').replace(/\?.*/, '');

const read = (id: string): Copy | undefined => onDevice.read(copyKey(id)) as Copy | undefined; // written here

/** Where it does not fit, the copies go: unsent edits matter more. */
function write(key: string, value: unknown): void {
  if (!onDevice.write(key, value)) dropCopies();
}
