/** Label above, help under the box, the error in words under that. In a grid of child rows only box and error. */

import Box from '@mui/material/Box';
import { type FieldTemplateProps, getUiOptions } from '@rjsf/utils';
import { useContext } from 'react';
import { useTranslate } from 'react-admin';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import type { FieldOptions } from '#fields/contract/widget.ts';
import { isGroup } from '#fields/widgets.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { PlaceContext } from './contexts.ts';
import { domId } from './dom-id.ts';

export function FieldTemplate({ id: given, label, children, hidden, required, rawErrors, rawDescription, schema, uiSchema, readonly }: FieldTemplateProps) {
  const id = domId(given);
  const place = useContext(PlaceContext);
  const { model } = useFormFacts();
  const translate = useTranslate();
  if (hidden) return null;
  if (schema.type === 'object') return children;
  const options = getUiOptions(uiSchema) as unknown as FieldOptions; // written by deriveUiSchema, which knows no other shape
  const error = rawErrors?.[0];
  const message = (
    <Box id={`${id}-error`} aria-live="polite" sx={{ color: 'error.main', fontSize: 'var(--size-text)', lineHeight: 1.5, overflowWrap: 'anywhere' }}>
      {error}
    </Box>
  );
  if (place === 'grid') {
    return (
      <>
        {children}
        <span id={`${id}-help`} hidden />
        {message}
      </>
    );
  }
  const field = fieldAt(model.fields, options.path.replaceAll('.', '/'));
  const marked = options.required || required;
  const group = field !== undefined && isGroup(field);
  return (
    <Box data-field={options.path} sx={{ gridColumn: spans[options.width], minWidth: 0 }}>
      <Box
        component={group ? 'span' : 'label'}
        id={`${id}-label`}
        htmlFor={group ? undefined : id}
        sx={{
          display: 'block',
          fontSize: 'var(--size-text)',
          fontWeight: 500,
          lineHeight: 1.5,
          mb: '3px',
          color: readonly ? 'text.secondary' : 'text.primary',
        }}
      >
        {label}
        {marked && (
          <Box component="span" title={translate('form.required')} sx={{ color: 'error.main', ml: 0.5 }} aria-hidden="true">
            *
          </Box>
        )}
      </Box>
      {children}
      <Box id={`${id}-help`} sx={{ color: 'text.secondary', fontSize: 'var(--size-small)', lineHeight: 1.5 }}>
        {rawDescription}
        {readonly && options.reason && (
          <Box component="span" data-locked sx={{ display: 'block' }}>
            {translate(`form.kept.${options.reason}`)}
          </Box>
        )}
      </Box>
      {message}
    </Box>
  );
}

/** Of a grid of twelve columns, one on a phone. */
const spans = {
  full: '1 / -1',
  half: { xs: '1 / -1', md: 'span 6' },
  third: { xs: '1 / -1', sm: 'span 6', md: 'span 4' },
  quarter: { xs: '1 / -1', sm: 'span 6', md: 'span 3' },
} as const;
