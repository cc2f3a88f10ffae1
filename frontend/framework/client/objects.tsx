/**
 * What the server knows of its objects, as this role may see it. A schema dropped into the running server changes
 * `X-Objects-Version`; the objects are then asked for again, so that menu, lists and forms follow without a reload.
 */

import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { freshConfig } from '#client/http/config.ts';
import type { ObjectModel } from '#codegen/model.ts';
import type { ListedObject } from '#framework/records/wire.ts';
import { Fetched } from '#ui/fetched.ts';
import { fetchFile } from '#ui/import-part.ts';
import { reply } from './http/ask.ts';
import { onObjectsVersion, request } from './http-client.ts';

/** One object as `GET /api/objects` hands it out. */
export type ClientEntry = ListedObject;

/** The compiled module behind `ClientEntry.validator`. */
export interface ValidatorModule {
  validate: (record: unknown) => { instancePath: string; keyword: string; params: Record<string, unknown> }[];
  conditions: Record<string, (record: unknown) => boolean>;
  /** for RJSF's precompiled validator: 'record', and each `if` of the declared schema by its JSON */
  functions: ValidatorFunctions;
}

/** All objects of the role, in menu order. */
export function useObjects(): ClientEntry[] {
  return useContext(ObjectsContext);
}

/** One object by name, or undefined where the role has none of that name. */
export function useEntry(name: string | undefined): ClientEntry | undefined {
  return useObjects().find((entry) => entry.name === name);
}

/** The compiled validator, fetched apart; the module is immutable under its address, so the browser keeps it. */
export function validatorOf(address: string): Fetched<ValidatorModule> {
  const known = validators.get(address) ?? new Fetched<ValidatorModule>(() => fetchFile(address).then(() => import(/* @vite-ignore */ address)));
  validators.set(address, known);
  return known;
}

/** Ends when it is there, however long the line is away. */
export function loadValidator(address: string): Promise<ValidatorModule> {
  return validatorOf(address).whenThere();
}

const validators = new Map<string, Fetched<ValidatorModule>>();

/** `GET /api/objects` with the version that it was made of. */
async function fetchObjects(): Promise<{ entries: ClientEntry[]; version: string | null }> {
  const { data: entries, headers } = await reply(request, 'GET /api/objects', {});
  const order = ({ model }: ClientEntry) => `${String(1000 + (model.entity.order ?? 0))} ${model.name}`;
  models = new Map(entries.map((entry) => [entry.name, entry.model]));
  return { entries: [...entries].sort((a, b) => order(a).localeCompare(order(b))), version: headers.get('X-Objects-Version') };
}

/** The model of an object as it was last answered, for code outside React. */
export function knownModel(name: string): ObjectModel | undefined {
  return models.get(name);
}

let models: ReadonlyMap<string, ObjectModel> = new Map();

export const objectsQuery = { queryKey: ['objects'], queryFn: fetchObjects, staleTime: Number.POSITIVE_INFINITY } as const;

/** Hands the objects down; `pending` shows until the first answer. */
export function ObjectsProvider({ children, pending }: { children: ReactNode; pending: ReactNode }) {
  const client = useQueryClient();
  const { data, error } = useQuery(objectsQuery);
  const version = data?.version;
  useEffect(() => {
    let seen = version;
    const look = (current: string) => {
      if (seen === null || seen === undefined) seen = current;
      if (current === seen) return;
      seen = current;
      for (const queryKey of [objectsQuery.queryKey, ['attention'], ['system']]) void client.invalidateQueries({ queryKey });
    };
    const ask = () => {
      if (document.visibilityState === 'visible') void lookAtVersion(look);
    };
    const stop = onObjectsVersion(look);
    document.addEventListener('visibilitychange', ask);
    const timer = setInterval(ask, versionInterval);
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client, version]);
  if (error) throw error;
  if (!data) return pending;
  return <ObjectsContext.Provider value={data.entries}>{children}</ObjectsContext.Provider>;
}

/** An idle page asks the public configuration, never its session: looking at a page must not keep a session alive. */
const versionInterval = 5_000;

async function lookAtVersion(look: (version: string) => void) {
  const settings = await freshConfig().catch(() => undefined);
  if (settings?.objectsVersion) look(settings.objectsVersion);
}

const ObjectsContext = createContext<ClientEntry[]>([]);
