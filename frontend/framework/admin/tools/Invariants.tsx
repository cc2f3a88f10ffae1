/** Looks through all records and links to those that do not fit. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { call } from '#client/http-client.ts';
import { useText } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useEntry } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { useTitle } from '#client/titles.ts';
import type { Findings, RepairOrder } from '#framework/system/wire.ts';
import { repairable, type Violation } from '#rules/records/invariants.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { Repair } from './Repair.tsx';

export function Invariants() {
  const translate = useTranslate();
  const notices = useNotices();
  const [busy, setBusy] = useState(false);
  const [findings, setFindings] = useState<Findings>();
  const check = async () => {
    setBusy(true);
    try {
      setFindings(await call('GET /api/invariants', {}));
    } catch (error) {
      notices.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="panel" aria-label={translate('tools.invariants')}>
      <h2>{translate('tools.invariants')}</h2>
      <p className="soft">{translate('tools.invariants_help')}</p>
      <Button variant="outlined" loading={busy} onClick={() => void check()}>
        {translate('tools.check')}
      </Button>
      <div role="status">{findings && <Found findings={findings} onRepaired={() => void check()} />}</div>
    </section>
  );
}

function Found({ findings: { violations, looked, more }, onRepaired }: { findings: Findings; onRepaired(): void }) {
  const translate = useTranslate();
  if (violations.length === 0) {
    const counts = Object.entries(looked).map(([object, count]) => <ObjectCount key={object} object={object} count={count} />);
    return (
      <Alert severity="success" sx={{ mt: 2 }}>
        {translate('tools.sound')}
        <ul className="tools-counts">{counts}</ul>
      </Alert>
    );
  }
  return (
    <>
      <Alert severity="error" sx={{ my: 2 }}>
        {translate('tools.violations', { smart_count: violations.length })} {more && translate('tools.more')}
      </Alert>
      <div className="tools-repairs">
        {repairsOf(violations).map(({ invariant, object }) => (
          <Repair key={`${invariant} ${object}`} invariant={invariant} object={object} onDone={onRepaired} />
        ))}
      </div>
      <ScrollTable
        aria-label={translate('tools.violations', { smart_count: violations.length })}
        heads={['rule', 'object', 'record', 'about'].map((head) => translate(`tools.${head}`))}
      >
        {violations.map((one) => (
          <ViolationLine key={`${one.invariant} ${one.object} ${one.id}`} {...one} />
        ))}
      </ScrollTable>
    </>
  );
}

/** What has one right repair, an object and an invariant at a time. */
function repairsOf(violations: readonly Violation[]): Pick<RepairOrder, 'invariant' | 'object'>[] {
  const found = new Map<string, Pick<RepairOrder, 'invariant' | 'object'>>();
  for (const { invariant, object } of violations) {
    const known = repairable.find((one) => one === invariant);
    if (known) found.set(`${known} ${object}`, { invariant: known, object });
  }
  return [...found.values()];
}

function ObjectCount({ object, count }: { object: string; count: number }) {
  const text = useText();
  const entry = useEntry(object);
  return (
    <li>
      {text(entry?.model.label) || object} <span className="num">{count.toLocaleString()}</span>
    </li>
  );
}

function ViolationLine({ invariant, object, id, about }: Violation) {
  const translate = useTranslate();
  const text = useText();
  const entry = useEntry(object);
  const title = useTitle(object, id) ?? id;
  return (
    <tr>
      <td>{translate(`tools.invariant.${invariant}`)}</td>
      <td>{text(entry?.model.label) || object}</td>
      <td>
        {entry ? (
          <Link component={RouterLink} to={editPath(entry.model, id)}>
            {title}
          </Link>
        ) : (
          id
        )}
      </td>
      <td data-wrap>{about}</td>
    </tr>
  );
}
