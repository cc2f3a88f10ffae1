import type { Tools } from '#framework/tools.ts';

/** Whether the database answers. */
export async function checkHealth(tools: Tools): Promise<boolean> {
  return tools.db.ping().then(
    () => true,
    () => false,
  );
}
