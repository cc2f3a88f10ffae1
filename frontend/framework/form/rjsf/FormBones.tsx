/** The shape of a form while its row is fetched: its head, its tabs and the fields of the first, so that nothing jumps when they come. */
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { ObjectModel } from '#codegen/model.ts';

/** Fields shown as bones: a screenful. */
const shown = 12;

export function FormBones({ model }: { model: ObjectModel }) {
  const translate = useTranslate();
  const [first] = model.form.tabs;
  const names = (first?.sections ?? []).flatMap(({ fields }) => fields).slice(0, shown);
  return (
    <div role="status" aria-busy="true" className="form-bones">
      <span className="unseen">{translate('ra.page.loading')}</span>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 52, px: 3, borderBottom: '1px solid var(--line)' }}>
        <div className="bone" style={{ width: 260, height: 16 }} />
      </Box>
      <Box sx={{ display: 'flex', gap: 3, px: 3, py: 2 }}>
        {model.form.tabs.map(({ key }) => (
          <div key={key} className="bone" style={{ width: 56 }} />
        ))}
      </Box>
      <Box sx={{ display: 'grid', gap: '18px 24px', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, px: 3, py: 1, maxWidth: 1180 }}>
        {names.map((name) => (
          <div key={name}>
            <div className="bone" style={{ width: 96, marginBottom: 8 }} />
            <div className="bone" style={{ height: 34 }} />
          </div>
        ))}
      </Box>
    </div>
  );
}
