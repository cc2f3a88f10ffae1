/** Dialogs for a new page, and for a copy of a page to another language, code or campaign. */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useOwnNavigate } from '#admin/layout/own-navigate.ts';
import { isViewingCode } from '#application/viewing/rules/access.ts';
import { composerPath, otherLang, type PageName, publicPath } from '#application/viewing/rules/page-address.ts';
import type { CampaignName } from '#application/viewing/wire.ts';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Lang } from '#codegen/model.ts';
import { defaultLang, language, languages } from '#rules/words/language.ts';
import { useVpmanChange } from './use-vpman.ts';
import { useWordsOf } from './use-words.ts';

interface NewPageProps {
  campaigns: readonly CampaignName[];
  /** ids of the campaigns for which no page can be made */
  unfit: readonly string[];
  campaign: string;
  onClose: () => void;
}

export function NewPageDialog({ campaigns, unfit, campaign, onClose }: NewPageProps) {
  const translate = useTranslate();
  const navigate = useOwnNavigate();
  const [name, setName] = useState<PageName>({ campaign, pg: '1', lang: defaultLang });
  return (
    <NameDialog
      title={translate('vpman.new')}
      help={translate('vpman.new_help')}
      confirm={translate('vpman.new_go')}
      {...{ campaigns, unfit, name, onName: setName, onClose }}
      onGo={() => navigate(composerPath(name))}
    />
  );
}

export function CloneDialog({ from, campaigns, unfit, onClose }: Omit<NewPageProps, 'campaign'> & { from: PageName }) {
  const translate = useTranslate();
  const navigate = useOwnNavigate();
  const { positive, inform } = useNotices();
  const { busy, send } = useVpmanChange();
  const [name, setName] = useState<PageName>({ ...from, lang: otherLang(from.lang) });
  const go = async () => {
    const done = await send('POST /api/vpman/clone', { body: { from, to: name } });
    if (!done) return;
    if (done.left) inform(translate('vpman.cloned_left', { smart_count: done.left }));
    else positive(translate('vpman.cloned'));
    onClose();
    navigate(composerPath(name));
  };
  return (
    <NameDialog
      title={translate('vpman.clone_title', { page: `${from.campaign} ${from.pg}.${from.lang}` })}
      help={translate('vpman.clone_help')}
      confirm={translate('vpman.clone')}
      {...{ campaigns, unfit, name, onName: setName, onClose, busy }}
      onGo={() => void go()}
    />
  );
}

interface NameDialogProps {
  title: string;
  help: ReactNode;
  confirm: string;
  campaigns: readonly CampaignName[];
  unfit: readonly string[];
  name: PageName;
  busy?: boolean;
  onName: (name: PageName) => void;
  onGo: () => void;
  onClose: () => void;
}

function NameDialog({ title, help, confirm, campaigns, unfit, name, busy = false, onName, onGo, onClose }: NameDialogProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const { lang } = useLanguage();
  const isGood = isViewingCode(name.pg);
  const native = { select: { native: true }, inputLabel: { shrink: true } } as const;
  return (
    <Dialog open onClose={onClose} aria-labelledby="vpman-dialog" fullWidth maxWidth="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood && !busy) onGo();
        }}
      >
        <DialogTitle id="vpman-dialog">{title}</DialogTitle>
        <DialogContent className="vpman-form">
          <p>{help}</p>
          <TextField
            select
            label={translate('vpman.campaign')}
            value={name.campaign}
            onChange={(event) => onName({ ...name, campaign: event.target.value })}
            slotProps={native}
          >
            {campaigns.map((one) => (
              <option key={one.id} value={one.id}>
                {words.name(one)} · {one.id}
              </option>
            ))}
          </TextField>
          <TextField
            label={translate('vpman.code')}
            value={name.pg}
            error={!isGood}
            helperText={translate('vpman.code_help')}
            onChange={(event) => onName({ ...name, pg: event.target.value.trim() })}
            autoComplete="off"
          />
          <TextField
            select
            label={translate('vpman.language')}
            value={name.lang}
            onChange={(event) => onName({ ...name, lang: event.target.value as Lang })} // the options are those two
            slotProps={native}
          >
            {languages.map((lang) => (
              <option key={lang} value={lang}>
                {translate(`vpman.lang.${lang}`)}
              </option>
            ))}
          </TextField>
          <p className="soft num">{isGood && translate('vpman.address', { address: `${location.origin}${publicPath(name)}` })}</p>
          {unfit.length > 0 && <p className="soft">{translate('vpman.unfits', { smart_count: unfit.length, ids: unfit.join(language[lang].list) })}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!isGood || busy}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
