/** Which dialog makes a row that a reference is to lead to: handed down by the form's screen, as the dialog is a form with widgets of its own. */
import { type ComponentType, createContext } from 'react';
import type { Row } from '#codegen/model.ts';

export interface CreateDialogProps {
  object: string;
  /** ids of its boxes begin with it: the form around it has boxes of the same fields */
  id: string;
  /** what was typed: the new row's title */
  typed: string;
  onDone(row: Row): void;
  onClose(): void;
}

export const CreateDialogContext = createContext<ComponentType<CreateDialogProps> | undefined>(undefined);
