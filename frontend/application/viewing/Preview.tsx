/** The saved page as a visitor sees it, at the width of a phone or a desktop; scaled down where there is less space. */
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { publicPath } from '#application/viewing/rules/page-address.ts';
import type { PageTabProps } from './page-tab.ts';

const widths = { phone: 360, desk: 1280 } as const;
/** height of the preview and width of its border, px */
const height = 760;
const border = 2;

export default function Preview({ name }: PageTabProps) {
  const translate = useTranslate();
  const [width, setWidth] = useState<keyof typeof widths>('phone');
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number>(widths.desk);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    if (stage.current) observer.observe(stage.current);
    return () => observer.disconnect();
  }, []);
  const whole = widths[width] + border;
  const scale = Math.min(1, room / whole);
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
      <div className="vpman-stage" ref={stage}>
        <div className="vpman-scaled" style={{ width: Math.floor(whole * scale), height }}>
          <iframe
            key={width}
            src={address}
            title={translate('vpman.preview')}
            width={widths[width]}
            height={Math.floor(height / scale) - border}
            className={`vpman-frame vpman-frame-${width}`}
            style={{ transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </section>
  );
}
