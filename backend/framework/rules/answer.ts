/** The frames that answers of the server come in. Types only. */

/** C08: the frame of every call's answer. */
export interface Answer<T = unknown> {
  done: boolean;
  msg: string;
  err: { code: string; message: string; fields: { path: string; code: string; message: string }[] } | null;
  stk: string | null;
  data: T;
}

/** In the list of calls: an answer without that frame. Rows have none, as react-admin wants them. */
export interface Bare<T> {
  bare: T;
}

/** In the list of calls: the way to another address. A page goes there; no client reads it. */
export interface Elsewhere {
  elsewhere: true;
}

/** In the list of calls: a file, which the client does not read. */
export interface Bytes {
  bytes: true;
}
