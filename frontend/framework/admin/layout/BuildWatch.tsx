/** An open page that learns of a newer build offers to reload, and never reloads by itself: something may be typed in it. */
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { config, freshConfig } from '#client/http/config.ts';

export function BuildWatch() {
  const translate = useTranslate();
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let over = false;
    void config()
      .then((first) => {
        if (over) return;
        const look = () =>
          freshConfig().then(
            (now) => setNewer(now.build !== first.build),
            () => undefined,
          );
        timer = setInterval(look, first.buildCheck * 1000);
      })
      .catch(() => undefined);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, []);
  if (!newer) return null;
  return (
    <div className="build-bar" role="status">
      {translate('ra.notification.application_update_available')}
      <Button variant="contained" onClick={() => location.reload()}>
        {translate('ra.action.update_application')}
      </Button>
    </div>
  );
}
