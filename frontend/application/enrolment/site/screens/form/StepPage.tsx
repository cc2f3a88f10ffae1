import type { ReactNode } from 'react';
import type { Step } from '#application/enrolment/rules/enrolment.ts';
import type { CampaignFacts } from '#application/site/wire.ts';
import type { Draft } from '#screens/site/draft/use-draft.ts';
import { PrivacyLine } from '#screens/site/ui/index.ts';
import { Soon } from '#ui/soon.tsx';
import type { Form } from '../../engine/check.ts';
import { groupsOf, type Place } from '../../engine/values.ts';
import { Field } from '../../fields/Field.tsx';
import type { Uploads } from '../../uploads/use-uploads.ts';
import { ConflictBox, FilesField } from './later.ts';
import type { Fields } from './use-fields.ts';

interface StepPageProps {
  step: Step;
  form: Form;
  draft: Draft;
  fields: Fields;
  uploads: Uploads;
  campaign: CampaignFacts;
}

/** The fields of one step. Those of the director and of the producer have boxes of their own. */
export function StepPage({ step, form, draft, fields, uploads, campaign }: StepPageProps) {
  const groups = groupsOf(step.fields, form.model);
  const shown = groups.map(({ owner, places }) => {
    const rows = places
      .filter(({ path }) => !fields.isHidden(path))
      .map((place) => <FieldRow key={place.path} {...{ place, draft, fields, uploads, campaign }} />);
    if (!owner) return <div key="own">{rows}</div>;
    return <Person key={owner.name} {...{ owner, fields }} rows={rows} places={places} />;
  });
  return (
    <div className="enrol-step">
      {groups.some(({ owner }) => owner) && <PrivacyLine />}
      {shown}
    </div>
  );
}

function Person({ owner, fields, rows, places }: { owner: Place['field']; fields: Fields; rows: ReactNode; places: Place[] }) {
  const [first] = places;
  if (!first) return null;
  const { t, lang } = fields.propsOf(first);
  const leads: Record<string, string> = t.form.groupLead;
  return (
    <section className="enrol-person">
      <header>
        <h3>{owner.label[lang]}</h3> {leads[owner.name] && <p className="ui-help">{leads[owner.name]}</p>}
      </header>
      {rows}
    </section>
  );
}

function FieldRow({ place, draft, fields, uploads, campaign }: { place: Place; draft: Draft; fields: Fields; uploads: Uploads; campaign: CampaignFacts }) {
  const props = fields.propsOf(place);
  const conflict = draft.conflicts.find(({ path }) => path === place.path);
  const row = (
    <>
      {place.field.file ? <FilesField {...props} uploads={uploads} template={campaign.ppurl} /> : <Field {...props} />}
      {conflict && (
        <Soon>
          <ConflictBox {...props} {...conflict} facts={draft.facts} onChoose={(side) => draft.resolve(place.path, side)} />
        </Soon>
      )}
    </>
  );
  // A field that a condition shows or hides is animated, so that the page does not jump.
  if (!place.field.visibleWhen) return row;
  return (
    <div className="enrol-unfold">
      <div>{row}</div>
    </div>
  );
}
