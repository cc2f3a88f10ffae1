/** What the application adds to the form of any object. Fetched together with the form. */
import '#application/rules.ts';
import { formParts } from '#admin/edit/ObjectForm.tsx';
import { moreFields } from '#form/rjsf/RowField.tsx';
import { BrandNote } from './campaign/BrandNote.tsx';
import { DashboardLink } from './campaign/DashboardLink.tsx';
import { PagePreview } from './campaign/PagePreview.tsx';
import { FilmLengths } from './enrolment/FilmLengths.tsx';
import { VisitorCode } from './mailing/VisitorCode.tsx';
import { RepairOffer } from './pairing/RepairOffer.tsx';
import { SlotsField } from './pairing/SlotsField.tsx';

formParts.fill({ above: [DashboardLink, PagePreview, VisitorCode], inside: [RepairOffer, BrandNote, FilmLengths] });
moreFields.fill({ slots: SlotsField });
