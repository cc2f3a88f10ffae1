import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { type ClientEntry, useObjects } from '#client/objects.tsx';
import { entryAt } from '#client/paths.ts';
import { NotFound } from '../errors/NotFound.tsx';

/** Finds the object of the address and shows its screen; a segment that names none is an unmatched path (R42). */
export function ObjectScreen({ of: Screen }: { of: ComponentType<{ entry: ClientEntry }> }) {
  const { screen = '' } = useParams();
  const entry = entryAt(screen, useObjects());
  if (!entry) return <NotFound />;
  // A screen keeps state of its object's fields, so a changed schema starts it afresh.
  return <Screen key={entry.model.name} entry={entry} />;
}
