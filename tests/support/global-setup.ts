/** One private MariaDB a run, for the projects that need a database. */
import type { TestProject } from 'vitest/node';
import { ensureCalls } from '#codegen/emit/emit-calls.ts';
import { startMariadb } from './database/mariadb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** address of the server without a database; '' where there is none */
    mariadbUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureCalls();
  const server = await startMariadb();
  project.provide('mariadbUrl', server?.url ?? '');
  return async () => {
    await server?.stop();
  };
}
