import type { Lang, ObjectModel, ViewSettings } from '#codegen/model.ts';
import { viewMailsOf } from '#framework/data/system/view-mails.ts';
import { listViews as loadViews, type StoredView } from '#framework/data/system/views.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { fitSettings } from '#rules/queries/view.ts';
import type { View } from './wire.ts';

/** The views that somebody may choose of every list that they may see: the schemas', everybody's, their roles', their own; each as far as they may read it. */
export async function listViews(
  { db, registry, now }: Pick<RecordTools, 'db' | 'registry' | 'now'>,
  actor: Actor,
  lang: Lang,
): Promise<{ views: View[]; roles: string[] }> {
  const isAdmin = isAdministrator(actor);
  const models = registry.objects().flatMap(({ model }) => (may(model, actor.roles, 'list') ? [model] : []));
  const at = now();
  const shipped = models.flatMap((model) =>
    (model.views ?? []).map(({ key, label, isDefault, settings }) => ({
      ...{ id: key, object: model.name, name: label[lang], scope: 'shipped' as const, role: '', isDefault, isMine: false },
      ...fitSettings(settings, model, actor, at),
    })),
  );
  const byName = new Map<string, ObjectModel>(models.map((model) => [model.name, model]));
  const stored = await loadViews(db, actor.id, isAdmin ? undefined : actor.roles);
  const made = stored.flatMap((view): View[] => {
    const model = byName.get(view.object);
    if (!model) return [];
    const { id, object, name, scope, who, isDefault } = view;
    return [
      {
        id,
        object,
        name,
        scope,
        role: scope === 'role' ? who : '',
        isDefault,
        isMine: mayChange(actor, view),
        ...fitSettings(settingsOf(view), model, actor, at),
      },
    ];
  });
  const mails = await viewMailsOf(db, actor.id);
  const views = [...shipped, ...made].map((view): View => {
    const mail = mails.find((one) => one.object === view.object && one.view === view.id);
    return mail ? { ...view, mail: mail.when } : view;
  });
  return { views, roles: rolesOf(registry, actor) };
}

/** The roles that somebody may make views and home pages for; [] for who makes their own only. */
export function rolesOf(registry: RecordTools['registry'], actor: Actor): string[] {
  return isAdministrator(actor) ? [...new Set(registry.objects().flatMap(({ model }) => Object.values(model.access.verbs).flat()))].sort() : [];
}

/** One's own are everybody's own matter; what others see, administrators'. */
export function mayChange(actor: Actor, { scope, who }: Pick<StoredView, 'scope' | 'who'>): boolean {
  return scope === 'me' ? who === actor.id : isAdministrator(actor);
}

function settingsOf({ settings }: StoredView): ViewSettings {
  return JSON.parse(settings) as ViewSettings; // written by keep-view.ts, which has read it
}
