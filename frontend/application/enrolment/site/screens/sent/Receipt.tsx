import { bothSides } from '#application/campaign/rules/two-sides.ts';
import { inBothZones } from '#application/enrolment/rules/times.ts';
import type { EnrolmentFacts, ReceiptFacts } from '#application/site/wire.ts';
import { addressOf } from '#client/http/ask.ts';
import { sizeText } from '#rules/records/upload.ts';
import { pageLang } from '#screens/site/facts.ts';
import type { EnrolTexts } from '../../texts.ts';

/** The receipt: what was submitted, when, and the hashes that prove it. The same on the page, in the mail and in the PDF. */
export function Receipt({ receipt, zone, t }: { receipt: ReceiptFacts; zone: string; t: EnrolTexts }) {
  const { there, own } = inBothZones(receipt.at, zone);
  return (
    <dl className="enrol-receipt">
      <div>
        <dt>{t.receipt.no}</dt>
        <dd className="enrol-receipt-no">{receipt.no}</dd>
      </div>
      <div>
        <dt>{t.receipt.at}</dt>
        <dd>{there}</dd>
      </div>
      {own && (
        <div>
          <dt>{t.receipt.own}</dt>
          <dd>{own}</dd>
        </div>
      )}
      <div>
        <dt>{t.receipt.hash}</dt>
        <dd>
          <code>{receipt.hash}</code>
          <p className="ui-help">{t.receipt.hashHelp}</p>
        </dd>
      </div>
      {receipt.rulesVer !== undefined && (
        <div>
          <dt>{t.receipt.rules}</dt>
          <dd>{receipt.rulesVer}</dd>
        </div>
      )}
      {receipt.files.length > 0 && (
        <div>
          <dt>{t.receipt.files}</dt>
          <dd>
            <ul>
              {receipt.files.map((file) => (
                <li key={`${file.field} ${file.sha256} ${file.fileName}`}>
                  {file.fileName} · {sizeText(file.size)} <code>{file.sha256}</code>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Links to the PDFs of an enrolment. */
export function receiptAddress(id: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return addressOf('GET /api/site/enrolments/:id/receipt.pdf', { at: { id }, query: { lang: pageLang(), zone } });
}

export function printAddress(id: string): string {
  return addressOf('GET /api/site/enrolments/:id/print.pdf', { at: { id }, query: { lang: pageLang() } });
}

/** The film's title in the language of the page, or in the other where the first is empty. */
export function filmName({ values }: Pick<EnrolmentFacts, 'values'>, untitled: string): string {
  return nameIn(String(values.cname ?? ''), String(values.ename ?? ''), untitled);
}

export function nameIn(cname: string, ename: string, untitled: string): string {
  const [first, second] = bothSides(pageLang(), cname, ename);
  return first.trim() || second.trim() || untitled;
}
