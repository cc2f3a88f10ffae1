/** Which dialog fills in a shared shape: handed down by the form's screen, for the widgets in the dialog need it too. */
import { type ComponentType, createContext } from 'react';
import type { FieldModel, JsonValue } from '#codegen/model.ts';
import type { Path } from './path.ts';

export interface ShapeDialogProps {
  /** id of the field's box; those of the form begin with it */
  id: string;
  field: FieldModel;
  label: string;
  value: JsonValue | undefined;
  /** the path of the value in the row */
  path: Path;
  readOnly: boolean;
  onDone(value: JsonValue): void;
  onClose(): void;
}

export const ShapeDialogContext = createContext<ComponentType<ShapeDialogProps> | undefined>(undefined);
