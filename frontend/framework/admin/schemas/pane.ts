/** What each pane of the workbench's form is given. */
import type { SchemaDocument } from './document/schema-document.ts';

export interface PaneProps {
  document: SchemaDocument;
  /** paths of the fields of the saved version */
  stored: ReadonlySet<string>;
  readOnly: boolean;
  edit(change: (document: SchemaDocument) => SchemaDocument, tag?: string): void;
}
