/** How every command ends that could not do its work: one way for all of them. */

/** Does the work of a command. One that fails says why in a sentence after `failed`, without a stack, and ends with 1; a fault of ours keeps its stack. */
export async function reportFailure<T>(failed: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOurs = !(error instanceof Error) || error instanceof ReferenceError || (error instanceof TypeError && !('code' in error));
    console.error(isOurs ? error : `${failed}: ${error.message}`);
    process.exit(1);
  }
}
