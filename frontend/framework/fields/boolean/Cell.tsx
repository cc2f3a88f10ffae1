import CheckIcon from '@mui/icons-material/Check';
import { useTranslate } from 'react-admin';
import type { CellProps } from '../cell.ts';

/** A tick for yes, nothing for no: a column of ticks is read at a glance. */
export function Cell({ value }: CellProps) {
  const translate = useTranslate();
  return value === true ? (
    <CheckIcon className="cell-tick" titleAccess={translate('ra.boolean.true')} />
  ) : (
    <span className="unseen">{translate('ra.boolean.false')}</span>
  );
}
