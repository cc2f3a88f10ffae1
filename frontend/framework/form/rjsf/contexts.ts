/** What the templates of one open form may ask for, outside RJSF's own props, which it compares deeply at every change. */
import { createContext, type ReactNode } from 'react';
import type { Layout } from '../schema/layout.ts';

export interface LayoutFacts {
  layout: Layout;
  tab: string;
  setTab(key: string): void;
  /** tab key → problems shown */
  counts: Record<string, number>;
}

export const LayoutContext = createContext<LayoutFacts | undefined>(undefined);
/** 'grid' inside a grid of child rows, where the column heading is the label; 'side' in the sidebar, where what cannot be changed needs no box. */
export const PlaceContext = createContext<'form' | 'grid' | 'side'>('form');

/** Of a line of a grid: what stands around its cells, and the fields that fold away behind it. */
export interface LineFacts {
  lead: ReactNode;
  trail: ReactNode;
  /** at the end of what folds away */
  foot: ReactNode;
  detail: ReadonlySet<string>;
  open: boolean;
}

export const LineContext = createContext<LineFacts | undefined>(undefined);
