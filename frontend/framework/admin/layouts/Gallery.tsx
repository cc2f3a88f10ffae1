/** The page of a list as cards with the first picture of each row. */
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { editPath } from '#client/paths.ts';
import { pictureOf } from '#fields/files/picture.ts';
import { thumbLink } from '#rules/records/upload.ts';
import type { LayoutProps } from './layout-props.ts';
import { RowCard } from './RowCard.tsx';

/** px */
const width = 640;

export default function Gallery({ entry, layout, columns, list, selected, toggle }: LayoutProps) {
  const { model } = entry;
  const translate = useTranslate();
  return (
    <ul className="gallery" aria-label={translate('layout.gallery')}>
      {list.data?.map((row) => {
        const picture = pictureOf(row[layout.field]);
        return (
          <RowCard
            key={row.id}
            model={model}
            columns={columns}
            row={row}
            without={layout.field}
            isSelected={selected.includes(row.id)}
            toggle={toggle}
            picture={
              // The title below is the same link, so keys need not stop here.
              <Link className="gallery-picture" to={editPath(model, row.id)} tabIndex={-1} aria-hidden="true">
                {picture && <img src={thumbLink(picture, width)} alt="" loading="lazy" />}
              </Link>
            }
          />
        );
      })}
    </ul>
  );
}
