/** On the form of a page that staff write: the page itself as visitors see it, a draft too. */
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { FormPart } from '#admin/edit/ObjectForm.tsx';
import { addressOf } from '#rules/site.ts';

export function PagePreview({ object, before }: FormPart) {
  const translate = useTranslate();
  if (object !== 'site_page' || typeof before.slug !== 'string' || before.slug === '') return null;
  const root = document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? '';
  const isDraft = before.status !== 'published';
  const query = new URLSearchParams({ campaign: String(before.cid), ...(isDraft && { draft: '1' }) });
  const route = `/info/${before.slug}`;
  return (
    <div className="reset-link">
      <Button
        component="a"
        href={`${addressOf(route, { root }) ?? route}?${query}`}
        target="_blank"
        rel="noopener"
        startIcon={<VisibilityIcon />}
        title={translate('desk.page.hint')}
      >
        {translate(isDraft ? 'desk.page.previewDraft' : 'desk.page.preview')}
      </Button>
    </div>
  );
}
