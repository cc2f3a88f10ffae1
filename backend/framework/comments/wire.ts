/** What the calls of comments, assignments and notices answer. Types only; days are 'YYYY-MM-DD' of the house, moments ms since 1970. */
import type { NoticeKind } from '#rules/records/mention.ts';

export interface Comment {
  id: number;
  by: string;
  at: number;
  /** 0: as it was written */
  editedAt: number;
  /** plain, with `@[account]` where somebody is named */
  text: string;
  /** may who asks change it, and remove it? */
  mayChange: boolean;
  mayRemove: boolean;
}

export interface Assignment {
  account: string;
  by: string;
  /** '' without a day */
  due: string;
  doneAt: number;
}

/** What is said about a row, and who has to do with it. */
export interface Talk {
  /** the oldest of these first */
  comments: Comment[];
  /** whether there are older ones */
  more: boolean;
  count: number;
  follows: boolean;
  assignments: Assignment[];
  /** what the accounts that come up here are called */
  names: Record<string, string>;
}

/** Somebody who has the row open, in one page or several. */
export interface Present {
  account: string;
  /** something of theirs is typed and not saved */
  isTyping: boolean;
}

/** Who else has a row open, and how it stands. */
export interface Presence {
  /** of the row as it is stored */
  ver: number;
  /** who saved it last, an account's id; '' for nobody who has one */
  by: string;
  /** when, 'YYYY-MM-DD hh:mm:ss' UTC; '' without an instant */
  at: string;
  /** the actor is among them where they have it open in another page */
  others: Present[];
  /** what the accounts that come up here are called */
  names: Record<string, string>;
}

/** Somebody who may read the row. */
export interface Person {
  id: string;
  name: string;
}

/** A notice as who has it sees it. */
export interface Notice {
  notice: number;
  kind: NoticeKind;
  object: string;
  /** of the row */
  id: string;
  title: string;
  by: string;
  name: string;
  at: number;
  isRead: boolean;
  /** of an assignment; '' without one */
  due: string;
  /** how the comment begins, in one line; '' without one */
  text: string;
}

/** `due`: a day, or '' */
export type AssignmentBody = { account: string; due: string; is: 'open' } | { account: string; is: 'done' | 'none' };

export interface CommentCalls {
  /** `below`: those before that one */
  'GET /api/pb/:object/:id/comments': Talk;
  'POST /api/pb/:object/:id/comments': { id: number };
  'PUT /api/pb/:object/:id/comments/:comment': { id: number };
  'DELETE /api/pb/:object/:id/comments/:comment': { id: number };
  /**
   * who can be named in a comment and be assigned to
   * @group house
   */
  'GET /api/pb/:object/:id/people': Person[];
  /** @group house */
  'PUT /api/pb/:object/:id/follow': { follows: boolean };
  /** @group house */
  'PUT /api/pb/:object/:id/assignment': { assignments: Assignment[] };
  /**
   * says that one has the row open in a page of the browser, and tells who else has and which version is stored
   * @group house
   */
  'PUT /api/pb/:object/:id/presence/:page': Presence;
  /**
   * the page was left
   * @group house
   */
  'DELETE /api/pb/:object/:id/presence/:page': { left: true };
  /**
   * one's own, those that are not read first; `unread` counts at most as many as are here
   * @group own
   */
  'GET /api/notices': { notices: Notice[]; unread: number };
  /**
   * all, where none are named
   * @group own
   */
  'POST /api/notices/read': { read: true };
}

/** What the calls are sent. */
export interface CommentBodies {
  'POST /api/pb/:object/:id/comments': { text: string };
  'PUT /api/pb/:object/:id/comments/:comment': { text: string };
  'PUT /api/pb/:object/:id/follow': { follows: boolean };
  'PUT /api/pb/:object/:id/assignment': AssignmentBody;
  'PUT /api/pb/:object/:id/presence/:page': { isTyping: boolean };
  'POST /api/notices/read': { ids?: number[] };
}
