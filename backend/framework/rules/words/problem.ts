/**
 * The error catalogue (specification section 8): every refusal has a code here, an HTTP status, and a text in
 * locales/{lang}/messages.json under the same code. The application's own stand in its `refusals`. Pure.
 */
import type { Text } from '#codegen/model.ts';
import { Slot } from '#rules/slot.ts';

/**
 * code → HTTP status. A business refusal is never one of `repeatedStatuses` (second-try.ts), for the specified client sends those again; a fault of
 * ours is never 422, which is for what the caller can mend.
 */
export const catalogue = {
  'msg.login': 401, // K01
  'msg.exists': 422, // K02 account already exists
  'msg.notexist': 422, // K02 account does not exist
  'msg.code': 422, // K03
  'msg.pwmatch': 422, // K04
  'msg.datamodi': 412, // K05, 1644
  'msg.notfound': 404, // K06
  'msg.noselect': 422, // K07
  'msg.nochange': 422, // K08
  'msg.nodelete': 422, // K09
  'msg.referenced': 422, // K10
  'msg.ownaccount': 422, // K11, P03
  'msg.delete': 503, // K12: what the database could not do
  'msg.add': 503,
  'msg.update': 503,
  'msg.export': 503,
  'msg.fetch': 503,
  'msg.query': 422, // K13: no question of ours; 503 where the database failed
  'msg.exec': 503,
  'msg.dataexists': 422, // K18
  'msg.mid': 422, // K19, K24: 1062
  'msg.blank': 422, // K20
  'msg.version': 428, // a change that does not say which version it is of
  'msg.again': 503, // K21
  'msg.save': 503, // K24 'Save failed [..]'
  'msg.retrieve': 422, // K26
  'msg.admin': 403, // P02 requires administrator identity
  'msg.forbidden': 403,
  'msg.session': 401,
  'msg.timeout': 440,
  'msg.token': 498,
  'msg.notoken': 499,
  'msg.route': 404, // R42, R47
  'msg.gone': 410, // was open to this visitor, and no longer is
  'msg.invalid': 422, // the record does not validate; see fields
  'msg.badrequest': 400, // a parameter of the address cannot be read
  'msg.toolarge': 413,
  'msg.mediatype': 415,
  'msg.tablekey': 422, // a table whose rows nothing tells apart is too large to be copied
  'msg.sheethead': 422, // no column of a sheet is a field
  'msg.columns': 422, // B05: a sheet with more columns than a spreadsheet has
  'msg.sheetrows': 422, // more rows than one import takes
  'msg.sheet': 422, // neither a spreadsheet nor comma-separated text
  'msg.sheetfar': 422, // a cell stands so far out that those before it are too many
  'msg.sheetquote': 422, // the rest of a text is one quoted cell
  'msg.origin': 403,
  'msg.limit': 423, // too many attempts, not 429: the client must not repeat it by itself
  'msg.key': 401, // an API key that is unknown, has ended or was revoked
  'msg.keycall': 403, // a call that wants a person with a session
  'msg.keyscope': 403, // what the key's scope leaves out
  'msg.keylimit': 429, // told to programs, which may come again: the specified client has no key
  'msg.limitfor': 423, // the same, with when it ends
  'msg.lastadmin': 422,
  'msg.ownrights': 422, // nobody demotes or disables themselves
  'msg.newpassword': 403, // signed in with a one-time password
  'msg.newfactor': 403, // signed in, and the role demands a second factor first
  'msg.factor': 401, // the password is right, the second factor is asked for
  'msg.factorcode': 401, // and was wrong
  'msg.factoron': 422,
  'msg.factoroff': 422,
  'msg.roleheld': 422,
  'msg.noreader': 422, // somebody is named or assigned who may not read the record
  'msg.ownfactor': 422, // an administrator's own goes by their own code
  'msg.oidc': 401, // the provider has not signed them in, or too long ago
  'msg.oidcaccount': 403, // it has, and there is no such account here
  'msg.unverified': 422, // the address of an account of the public site is not confirmed yet
  'msg.wait': 423, // a code was sent a moment ago
  'msg.disabled': 422, // the account is disabled
  'msg.running': 422, // the same long work runs already
  'msg.unavailable': 503,
  'msg.backupended': 500, // of a backup of the schedule: the server ended in its midst, each time
  'msg.storeaway': 503, // of long work: the store of files does not answer
  'msg.full': 507, // the disk of the files or of the database is full
  'msg.internal': 500,
  'msg.needsmigration': 422,
  'rule.codeused': 422, // an option that rows have is retired, not taken out
  'msg.schemaerrors': 422, // a schema that is to be saved has errors; the answer names them
  'msg.schemasoff': 422, // schemas are not changed here: by a setting, or a folder that cannot be written to
  'msg.confirm': 422, // the typed confirmation is missing or not the right one
  'msg.state': 422, // what is asked for is not open in the row's state
  'msg.nothing': 422, // an operation that finds nothing to do
  'msg.manyrows': 422, // more rows than one act may change
  'msg.selection': 422, // the rows are not those that were looked at before
  'msg.merge': 422, // rows are in the way of a merge; the answer names them
  'msg.undo': 422, // nothing that could be taken back
  'rule.edition': 422,
  // a style that cannot be read
  'css.colon': 422,
  'css.name': 422,
  'css.selector': 422,
  'css.brace': 422,
  'css.bracket': 422,
  'css.unexpected': 422,
  // fields, V30-V43
  'field.required': 422,
  'field.unknown': 422,
  'field.key': 422, // of a value whose keys are chosen
  'field.type': 422,
  'field.integer': 422,
  'field.number': 422,
  'field.range': 422,
  'field.same': 422,
  'field.zero': 422,
  'field.decimals': 422,
  'field.long': 422,
  'field.short': 422,
  'field.pattern': 422,
  'field.id': 422,
  'field.digits': 422,
  'field.identifier': 422,
  'field.email': 422,
  'field.url': 422,
  'field.date': 422,
  'field.time': 422,
  'field.datetime': 422,
  'field.instant': 422,
  'field.webhook': 422,
  'field.condition': 422,
  'field.phone': 422,
  'field.telephone': 422,
  'field.option': 422,
  'field.exists': 422, // V42, V24: a new row's key that another row has
  'field.unique': 422,
  'field.items': 422,
  'field.toomany': 422,
  'field.reference': 422,
  'field.readonly': 422,
  'field.once': 422,
  'field.invalid': 422,
  'field.codeleft': 422, // K03
  'field.codeover': 422,
  'trash.taken': 422, // a row of the trash cannot come back: another one has its value
  'trash.reference': 422, // what it points at is in the trash itself
  'trash.gone': 422, // what it points at is gone
  'trash.closed': 422, // what it took along cannot come back, and is not for this person's eyes
  'trash.schema': 422, // the schema asks for more than when it was deleted
  'trash.object': 422, // there is no such object any more
  'undo.changed': 422, // somebody has written to the row since
  'undo.gone': 422, // the row is not where it was left
  'undo.numbered': 422, // it has got its number
  'merge.many': 422, // more rows point at a row than one transaction moves
  'revert.none': 422, // nothing of that version can be had again
  'import.twice': 422, // two lines of a sheet are about one row
  'export.cell': 422, // a text does not fit into a cell of a spreadsheet
  'import.exists': 422, // only new rows are taken, and it is there
  'import.absent': 422, // only changes are taken, and there is no such row
  'import.nokey': 422, // only changes are taken, and the line names no row
  'import.cells': 422, // a line of a sheet has more cells than the first
  'import.outdated': 422, // a field was changed after the sheet was made, and in the sheet to something else, values {column}
  'import.ambiguous': 422, // a title in a sheet is that of several records
  'rule.broken': 422, // a rule of the object's schema, in its own words
  'formula.kind': 422, // a formula meets a value that it cannot work with
  'formula.size': 422, // its result, or the work, is beyond all measure
  'field.filter': 400,
  'field.sort': 400,
  'field.operator': 400,
  'field.list': 400, // a chosen column that the list does not have
  'field.expand': 400, // no reference, or one to what may not be read
  'filter.deep': 400, // groups in groups in groups
  'filter.many': 400,
  'param.range': 400,
  'param.sort': 400,
  'param.filter': 400,
  'param.fields': 400,
  'param.expand': 400,
  'view.noaddress': 422, // whoever wants a view by mail has no address
  'changes.cursor': 410, // of a feed of changes, after older data was restored
  // upload, V43
  'file.name': 422,
  'file.format': 422,
  'file.none': 422,
  'file.size': 422,
  'file.count': 422,
  'file.kind': 422,
  // captions, line by line: the first three are refused, the others told
  'captions.time': 422,
  'captions.end': 422,
  'captions.none': 422,
  'captions.order': 422,
  'captions.overlap': 422,
  'captions.empty': 422,
  'captions.fast': 422,
  'captions.beyond': 422,
  'upload.offset': 422, // the piece does not begin where the last one ended; the answer says where
  'upload.long': 413, // more bytes than were announced
  'upload.open': 422, // too many files on their way at once
  'upload.full': 507, // the server's disk is full; what was received stays stored
} as const satisfies Record<string, number>;

/** The application's codes: it widens this interface by what it fills the slot with. */
// biome-ignore lint/suspicious/noEmptyInterface: without an application there are none
export interface MoreCodes {}
export const moreCodes = new Slot<Readonly<Record<string, number>>>({});

export type ProblemCode = keyof typeof catalogue | keyof MoreCodes;

/** The HTTP status that a code is answered with. */
export function statusOf(code: ProblemCode): number {
  const own: Readonly<Record<string, number>> = catalogue;
  return moreCodes.value[code] ?? own[code] ?? 500; // a code of an application that was not handed over
}

/** A value may be said in each language: the name of an operation, a count of things. */
export type Values = Record<string, string | number | Text>;

/** One thing that is wrong: `path` is 'contract/0/start' ('' for the record as a whole); `values` fill the text's {placeholders}. */
export interface Problem {
  path: string;
  code: ProblemCode;
  values?: Values;
}

/** What actions and the API throw; the one error handler turns it into an answer. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: Problem[];
  readonly values: Values;
  readonly data: unknown;
  constructor(code: ProblemCode, options: { values?: Values; fields?: Problem[]; data?: unknown } = {}) {
    super(code);
    this.code = code;
    this.status = statusOf(code);
    this.values = options.values ?? {};
    // What of a request could not be read is named like a field of a record.
    const unread = code === 'msg.badrequest' ? options.values?.field : undefined;
    this.fields = options.fields ?? (unread === undefined ? [] : [{ path: String(unread), code: 'field.invalid' }]);
    this.data = options.data ?? null;
  }
}
