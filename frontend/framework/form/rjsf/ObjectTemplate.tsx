/** The root object as tabs, sections and sidebar; a nested one as a section; a child row as the cells of its grid. */

import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { getUiOptions, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { useTranslate } from 'react-admin';
import { textIn } from '#client/text.ts';
import type { FormSection, FormTab } from '#codegen/model.ts';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import { spelled } from '#fields/contract/path.ts';
import type { FieldOptions } from '#fields/contract/widget.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { cellWidth } from '../grid/columns.ts';
import { LayoutContext, LineContext, PlaceContext } from './contexts.ts';
import { firstColumn } from './ListRows.tsx';

export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const place = useContext(PlaceContext);
  if (props.fieldPathId.path.length === 0) return <Root {...props} />;
  if (place === 'grid') return <Cells {...props} />;
  return <Nested {...props} />;
}

function Root({ properties }: ObjectFieldTemplateProps) {
  const facts = useContext(LayoutContext);
  const { lang } = useFormFacts();
  const translate = useTranslate();
  if (!facts) return null;
  const { layout, tab, setTab, counts } = facts;
  const content = new Map(properties.map((property) => [property.name, property.content]));
  const current = layout.tabs.find((candidate) => candidate.key === tab) ?? layout.tabs[0];
  const sidebar = layout.sidebar.map((name) => content.get(name)).filter(Boolean);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: sidebar.length ? 'minmax(0, 1fr) 280px' : 'minmax(0, 1fr)' },
        gap: 3,
        alignItems: 'start',
      }}
    >
      <Box sx={{ minWidth: 0, maxWidth: 1180 }}>
        {layout.tabs.length > 1 && (
          <Tabs
            value={current?.key ?? false}
            onChange={(_, key: string) => setTab(key)}
            variant="scrollable"
            scrollButtons="auto"
            allowScrollButtonsMobile
            sx={{
              minHeight: 38,
              mb: 2,
              borderBottom: '1px solid var(--line)',
              '& .MuiTab-root': { minHeight: 38, minWidth: 0, px: 1.5, py: 0.5, fontSize: 'var(--size)' },
            }}
          >
            {layout.tabs.map((one) => (
              <Tab
                key={one.key}
                value={one.key}
                id={`tab-${one.key}`}
                aria-controls={`panel-${one.key}`}
                label={
                  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
                    {textIn(one.label, lang)}
                    {(counts[one.key] ?? 0) > 0 && (
                      <Box component="span" aria-label={translate('form.errors', { smart_count: counts[one.key] ?? 0 })} sx={countStyle}>
                        {counts[one.key]}
                      </Box>
                    )}
                  </Box>
                }
              />
            ))}
          </Tabs>
        )}
        {current && <Panel tab={current} content={content} alone={layout.tabs.length === 1} />}
      </Box>
      {sidebar.length > 0 && (
        <Box
          component="aside"
          aria-label={translate('form.sidebar')}
          sx={{
            ...columns,
            gridTemplateColumns: '1fr',
            '& > *': { gridColumn: '1 / -1 !important' },
            pl: { lg: 3 },
            borderLeft: { lg: '1px solid var(--line)' },
            pt: { lg: 0.5 },
          }}
        >
          <PlaceContext.Provider value="side">{sidebar}</PlaceContext.Provider>
        </Box>
      )}
    </Box>
  );
}

function Panel({ tab, content, alone }: { tab: FormTab; content: Map<string, ReactNode>; alone: boolean }) {
  return (
    <Box role={alone ? undefined : 'tabpanel'} id={`panel-${tab.key}`} aria-labelledby={alone ? undefined : `tab-${tab.key}`} sx={{ display: 'grid', gap: 3 }}>
      {tab.sections.map((section) => (
        <Section key={section.key} section={section} content={content} />
      ))}
    </Box>
  );
}

function Section({ section, content }: { section: FormSection; content: Map<string, ReactNode> }) {
  const { lang, model } = useFormFacts();
  // A section of one field that says the same needs no second heading
  const only = section.fields.length === 1 ? model.fields.find((field) => field.name === section.fields[0]) : undefined;
  const heading = textIn(section.label, lang) === textIn(only?.label, lang) ? '' : textIn(section.label, lang);
  const id = `section-${section.key}`;
  return (
    <Box component="section" aria-labelledby={heading ? id : undefined}>
      {heading && (
        <Box component="h2" id={id} sx={headingStyle}>
          {heading}
        </Box>
      )}
      <Box sx={columns}>{section.fields.map((name) => content.get(name))}</Box>
    </Box>
  );
}

function Nested({ properties, title, description, fieldPathId, uiSchema }: ObjectFieldTemplateProps) {
  const isRow = typeof fieldPathId.path.at(-1) === 'number';
  const body = <Box sx={columns}>{properties.filter((property) => !property.hidden).map((property) => property.content)}</Box>;
  if (isRow) return body;
  const { width } = getUiOptions(uiSchema) as unknown as FieldOptions; // written by deriveUiSchema, which knows no other shape
  return (
    <Box
      component="fieldset"
      sx={{
        gridColumn: width === 'half' ? { xs: '1 / -1', md: 'span 6' } : '1 / -1',
        border: '1px solid var(--line)',
        borderRadius: 1,
        m: 0,
        px: 2,
        pt: 0.5,
        pb: 2,
        minWidth: 0,
      }}
    >
      <Box component="legend" sx={{ fontSize: 'var(--size-text)', fontWeight: 600, px: 0.75 }}>
        {title}
      </Box>
      {description && <Box sx={{ color: 'text.secondary', fontSize: 'var(--size-small)', mb: 1 }}>{description}</Box>}
      {body}
    </Box>
  );
}

/** A line: its cells, and below them what folds away. */
function Cells({ properties, fieldPathId }: ObjectFieldTemplateProps) {
  const { model } = useFormFacts();
  const line = useContext(LineContext);
  const shown = properties.filter((property) => !property.hidden);
  const cells = shown.filter(({ name }) => !line?.detail.has(name));
  return (
    <>
      <Box component="tr" sx={{ borderTop: '1px solid var(--line)' }}>
        {line?.lead}
        {cells.map(({ name, content }, index) => (
          <Box
            component="td"
            key={name}
            data-column={name}
            sx={{
              p: '3px',
              verticalAlign: 'top',
              minWidth: cellWidth(fieldAt(model.fields, spelled([...fieldPathId.path, name]))),
              ...(index === 0 && firstColumn),
            }}
          >
            {content}
          </Box>
        ))}
        {line?.trail}
      </Box>
      {line?.open && (
        <tr>
          <Box component="td" colSpan={cells.length + 2} sx={{ px: 2, pt: 0.5, pb: 1.5, bgcolor: 'var(--paper)' }}>
            <PlaceContext.Provider value="form">
              <Box sx={columns}>{shown.filter(({ name }) => line.detail.has(name)).map(({ content }) => content)}</Box>
              {line.foot}
            </PlaceContext.Provider>
          </Box>
        </tr>
      )}
    </>
  );
}

const columns = { display: 'grid', gridTemplateColumns: 'repeat(12, minmax(0, 1fr))', columnGap: 2, rowGap: 1.5, alignItems: 'start' } as const;
const countStyle = {
  minWidth: 18,
  px: 0.5,
  borderRadius: 9,
  fontSize: 'var(--size-small)',
  lineHeight: '18px',
  textAlign: 'center',
  fontWeight: 600,
  color: 'error.contrastText',
  bgcolor: 'error.main',
} as const;
const headingStyle = { fontSize: 'var(--size)', fontWeight: 600, m: 0, mb: 1, pb: 0.5, borderBottom: '1px solid var(--line)', lineHeight: 1.6 } as const;
