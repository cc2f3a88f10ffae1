/** The order of Vitest's files. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those of the server that take longest, in any order: they wait for processes, streams and limits. */
const long = [
  'data/edits-killed',
  'house/types',
  'viewing/made-videos',
  'schemas/workbench',
  'schemas/pipeline-limits',
  'schemas/copy-table',
  'schemas/objects',
  'files/files-store',
  'server/routes',
  'server/openapi',
  'mail/mail',
  'data/resume',
  'viewing/viewing-staff-many',
];

/** Begins with them, so that none is left running alone at the end; a clean clone remembers no times, and Vitest goes by the size of the files then. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    // One project after the other: its workers' modules stay.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
