/** What the calls under /api/forum answer. Types only. */
import type { MailText, Placeholder, TemplateText } from '#application/mailing/rules/mail-template.ts';
import type { Lang, Row } from '#codegen/model.ts';
import type { Bytes } from '#rules/answer.ts';
import type { ForumFacts, ForumObject } from './rules/forum-facts.ts';
import type { WishLine } from './rules/wish-sheet.ts';

export interface WishReport {
  lines: WishLine[];
  /** numbers of decision makers whose list changes, is unchanged, or cannot be read */
  counts: Record<'change' | 'same' | 'nothing', number>;
}

/**
 * @group forum
 * @may update decision_maker
 * @may update pitch
 */
export interface ForumCalls {
  /**
   * @may list decision_maker
   * @may list pitch
   */
  'GET /api/forum/:campaign': ForumFacts;
  /** @may update campaign */
  'PUT /api/forum/:campaign/days': ForumFacts;
  'POST /api/forum/:campaign/links': ForumFacts;
  'DELETE /api/forum/:campaign/links/:id': ForumFacts;
  'GET /api/forum/:campaign/mails': { text: Record<Lang, MailText>; placeholders: readonly Placeholder[] };
  'POST /api/forum/:campaign/mails': { batch: string; job: string };
  /** @may import decision_maker */
  'GET /api/forum/:campaign/wishes/template': Bytes;
  /** @may import decision_maker */
  'POST /api/forum/:campaign/wishes/check': WishReport;
  /** @may import decision_maker */
  'POST /api/forum/:campaign/wishes': WishReport;
}

/** Whose links: decision makers or pitches, until when. */
export interface LinkOrder {
  object: ForumObject;
  ids: string[];
  /** ms */
  endsAt?: number;
}

/** What the calls are sent. */
export interface ForumBodies {
  'PUT /api/forum/:campaign/days': { ver: number; days: Row[]; wishUntil: string; maxInRow: number | null; confirm?: number };
  'POST /api/forum/:campaign/links': LinkOrder;
  'POST /api/forum/:campaign/mails': LinkOrder & { text: TemplateText | undefined };
  'POST /api/forum/:campaign/wishes/check': Blob;
  'POST /api/forum/:campaign/wishes': Blob;
}
