/** What the server and the process that runs the pipeline say to one another. */
import type { KnownNames } from '#codegen/lint/finding.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import type { Derived, Refused } from '#codegen/pipeline.ts';

export type PipelineOrder =
  | { kind: 'derive'; files: ReadonlyMap<string, string>; refused: ReadonlyMap<string, Refused>; known: KnownNames; before: Derived | undefined }
  | { kind: 'emit'; entry: ObjectEntry };

export type PipelineAnswer =
  | { kind: 'file'; file: string }
  | { kind: 'derived'; derived: Derived }
  | { kind: 'emitted'; source: string }
  | { kind: 'failed'; message: string };
