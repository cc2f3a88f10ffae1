/** `npm run codegen`: lints every schema and writes the types; exit code 1 with the findings when a file is wrong. */
import { ensureGenerated, LintError } from './generate.ts';

try {
  const { written, file, warnings } = await ensureGenerated();
  for (const warning of warnings) console.warn(`warning: ${warning}`);
  console.log(written ? `wrote ${file}` : `${file} is up to date`);
} catch (error) {
  if (!(error instanceof LintError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
