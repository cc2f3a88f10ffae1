import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslate } from 'react-admin';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';

export default function BooleanWidget(props: WidgetProps) {
  const { id, value, onChange, onBlur, readOnly } = props;
  const translate = useTranslate();
  const on = value === true;
  return (
    <FormControlLabel
      sx={{ ml: '-8px', minHeight: 32 }}
      control={
        <Switch
          id={id}
          size="small"
          checked={on}
          disabled={readOnly}
          onChange={(_, checked) => onChange(checked)}
          onBlur={onBlur}
          slotProps={{ input: boxAttributes(props) }}
        />
      }
      label={translate(on ? 'form.yes' : 'form.no')}
    />
  );
}
