/** The saved page as a visitor sees it, at the width of a phone or a desk. */
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { publicPath } from '#domain/viewing/page-address.ts';
import type { PageTabProps } from './page-tab.ts';

const widths = { phone: 360, desk: 1280 } as const;

export default function Preview({ name }: PageTabProps) {
  const translate = useTranslate();
  const [width, setWidth] = useState<keyof typeof widths>('phone');
  const address = `${publicPath(name)}&preview=1`;
  return (
    <section aria-label={translate('vpman.preview')}>
      <p className="vpman-buttons">
        <ToggleButtonGroup
          exclusive
          size="small"
          value={width}
          onChange={(_, next: keyof typeof widths | null) => next && setWidth(next)}
          aria-label={translate('vpman.width')}
        >
          {(['phone', 'desk'] as const).map((one) => (
            <ToggleButton key={one} value={one} sx={{ textTransform: 'none' }}>
              {translate(`vpman.widths.${one}`, { width: widths[one] })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Button component="a" href={address} target="_blank" rel="noopener">
          {translate('vpman.newtab')}
        </Button>
      </p>
      <p className="soft">{translate('vpman.preview_help')}</p>
      <div className="vpman-stage">
        <iframe
          key={width}
          src={address}
          title={translate('vpman.preview')}
          width={widths[width]}
          height={760}
          className={`vpman-frame vpman-frame-${width}`}
        />
      </div>
    </section>
  );
}
