/** Tables of the framework itself: who is signed in, what was changed, what runs, which files lie where. */
import type { DatabaseKind } from '../engine/connect.ts';
import { type SystemTable, systemTypes } from './system-table.ts';

/** In the order in which they are made. */
export function frameworkTables(kind: DatabaseKind, exact: string): SystemTable[] {
  const { serial, int, flag, key, text } = systemTypes(kind, exact);
  const id = `${key(64)} NOT NULL`;
  return [
    {
      // Sessions of every realm; only the token's hash is stored.
      name: '_session',
      columns: [
        `\`hash\` ${id} PRIMARY KEY`,
        `\`realm\` ${key(16)} NOT NULL`,
        `\`user\` ${id}`,
        `\`created_at\` ${int} NOT NULL`,
        `\`seen_at\` ${int} NOT NULL`,
        `\`ends_at\` ${int} NOT NULL`,
        `\`address\` ${key(64)} NOT NULL DEFAULT ''`,
        `\`agent\` ${key(255)} NOT NULL DEFAULT ''`,
        `\`data\` ${text}`,
      ],
      indexes: { ix__session_user: '`realm`, `user`', ix__session_ends: '`ends_at`' },
    },
    {
      // When each account was last signed in to, noted once a day; `ends_at`: what its owner was told of, that it goes then, 0 for nothing.
      name: '_sign_in',
      columns: [
        `\`realm\` ${key(16)} NOT NULL`,
        `\`account\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`ends_at\` ${int} NOT NULL DEFAULT 0`,
        'PRIMARY KEY (`realm`, `account`)',
      ],
      indexes: {},
    },
    {
      // What was erased: `due` 0 until the list beside the backups has it, 1 where a restore brought it back.
      name: '_erased',
      columns: [
        `\`object\` ${id}`,
        `\`row_id\` ${key(128)} NOT NULL`,
        `\`at\` ${int} NOT NULL`,
        `\`due\` ${int} NOT NULL DEFAULT 0`,
        'PRIMARY KEY (`object`, `row_id`)',
      ],
      indexes: {},
    },
    {
      // Attempts to sign in, counted before the password is verified. `failed` is set back to 0 by a success.
      name: '_attempt',
      columns: [
        `\`id\` ${serial}`,
        `\`realm\` ${key(16)} NOT NULL`,
        `\`account\` ${key(255)} NOT NULL`,
        `\`address\` ${key(64)} NOT NULL`,
        `\`at\` ${int} NOT NULL`,
        `\`failed\` ${flag} NOT NULL DEFAULT 1`,
      ],
      indexes: { ix__attempt_account: '`realm`, `account`, `at`', ix__attempt_address: '`address`, `at`', ix__attempt_at: '`at`' },
    },
    {
      // `changes` is JSON: {field: [old, new]}; `action` create, update, delete or the name of an action.
      name: '_history',
      columns: [
        `\`id\` ${serial}`,
        `\`obj\` ${id}`,
        `\`row_id\` ${id}`,
        `\`ver\` ${int} NOT NULL`,
        `\`at\` ${int} NOT NULL`,
        `\`by\` ${id}`,
        `\`action\` ${id}`,
        `\`changes\` ${text} NOT NULL`,
      ],
      indexes: {
        ix__history_row: '`obj`, `row_id`, `id`',
        ix__history_at: '`at`',
        ix__history_obj: '`obj`, `id`',
        ix__history_by: '`by`, `id`',
      },
    },
    {
      name: '_idempotency',
      columns: [
        `\`actor\` ${id}`,
        `\`key\` ${key(128)} NOT NULL`,
        `\`request\` ${key(64)} NOT NULL DEFAULT ''`,
        `\`at\` ${int} NOT NULL`,
        `\`status\` ${int}`,
        `\`answer\` ${text}`,
        'PRIMARY KEY (`actor`, `key`)',
      ],
      indexes: { ix__idempotency_at: '`at`' },
    },
    {
      // The model that a table was last brought to.
      name: '_object',
      columns: [
        `\`name\` ${id} PRIMARY KEY`,
        `\`hash\` ${key(64)} NOT NULL`,
        `\`complete\` ${flag} NOT NULL DEFAULT 0`,
        `\`model\` ${text} NOT NULL`,
        `\`at\` ${int} NOT NULL`,
      ],
      indexes: {},
    },
    {
      // Journal of evolution steps; one that is `started` and not `done` is taken up again at the next start.
      name: '_step',
      columns: [
        `\`id\` ${serial}`,
        `\`obj\` ${id}`,
        `\`step\` ${key(191)} NOT NULL`,
        `\`class\` ${key(16)} NOT NULL`,
        `\`description\` ${text} NOT NULL`,
        `\`state\` ${key(16)} NOT NULL`,
        `\`started_at\` ${int} NOT NULL`,
        `\`done_at\` ${int}`,
        `\`error\` ${text}`,
      ],
      indexes: { ix__step_obj: '`obj`, `state`' },
    },
    {
      // Columns of removed fields: stored, readable in history, until they are purged on purpose.
      name: '_archive',
      columns: [
        `\`id\` ${serial}`,
        `\`obj\` ${id}`,
        `\`tbl\` ${key(191)} NOT NULL`,
        `\`col\` ${id}`,
        `\`field\` ${id}`,
        `\`model\` ${text} NOT NULL`,
        `\`at\` ${int} NOT NULL`,
        `\`purged_at\` ${int}`,
      ],
      indexes: { ix__archive_obj: '`obj`' },
    },
    {
      // Fields that go by another name since `at`: what the history says of the former one is theirs. Dotted paths below lists and objects.
      name: '_rename',
      columns: [`\`id\` ${serial}`, `\`obj\` ${id}`, `\`field\` ${key(191)} NOT NULL`, `\`former\` ${key(191)} NOT NULL`, `\`at\` ${int} NOT NULL`],
      indexes: { ix__rename_obj: '`obj`, `at`' },
    },
    {
      // Stored files; `object`, `row_id`, `field` say what one was uploaded for, `loose_at` since when no row shows it.
      name: '_file',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`name\` ${id}`,
        `\`purpose\` ${id}`,
        `\`object\` ${id}`,
        `\`row_id\` ${key(64)} NOT NULL DEFAULT ''`,
        `\`field\` ${key(128)} NOT NULL DEFAULT ''`,
        `\`file_name\` ${text} NOT NULL`,
        `\`size\` ${int} NOT NULL`,
        `\`type\` ${key(128)} NOT NULL`,
        `\`sha256\` ${id}`,
        `\`width\` ${int}`,
        `\`height\` ${int}`,
        `\`public\` ${flag} NOT NULL DEFAULT 0`,
        `\`owner\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`loose_at\` ${int}`,
      ],
      indexes: { ix__file_name: '`name`', ix__file_owner: '`owner`', ix__file_loose: '`loose_at`' },
    },
    {
      // Size and hash of uploads that are stored re-encoded: a receipt names the hash of the owner's own file.
      name: '_received',
      columns: [`\`name\` ${id} PRIMARY KEY`, `\`size\` ${int} NOT NULL`, `\`sha256\` ${id}`],
      indexes: {},
    },
    {
      // What was made of a stored video, by the 26 signs of its name: lengths, sizes, qualities (JSON).
      name: '_video',
      columns: [`\`id\` ${key(26)} NOT NULL PRIMARY KEY`, `\`state\` ${key(16)} NOT NULL`, `\`made\` ${text} NOT NULL`, `\`at\` ${int} NOT NULL`],
      indexes: {},
    },
    {
      // Multi-valued references and references inside JSON: who points at whom.
      name: '_ref',
      columns: [
        `\`obj\` ${id}`,
        `\`row_id\` ${id}`,
        `\`field\` ${key(128)} NOT NULL`,
        `\`to_obj\` ${id}`,
        `\`to_id\` ${id}`,
        'PRIMARY KEY (`obj`, `row_id`, `field`, `to_id`)',
      ],
      indexes: { ix__ref_to: '`to_obj`, `to_id`' },
    },
    {
      // What an operation needs to be undone; only the operation reads `data`.
      name: '_undo',
      columns: [
        `\`id\` ${serial}`,
        `\`obj\` ${id}`,
        `\`row_id\` ${id}`,
        `\`action\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`by\` ${id}`,
        `\`data\` ${text} NOT NULL`,
        `\`undone_at\` ${int}`,
      ],
      indexes: { ix__undo_row: '`obj`, `row_id`, `id`' },
    },
    {
      // Deleted rows, whole, until they are restored or the trash is emptied. Rows of one `deletion` went together; the one that was asked for is its `root`.
      // `released`: references to the row that its deletion emptied. The files that `data` shows stand in `_ref`, so that no sweep takes them.
      name: '_trash',
      columns: [
        `\`id\` ${serial}`,
        `\`deletion\` ${id}`,
        `\`root\` ${flag} NOT NULL`,
        `\`obj\` ${id}`,
        `\`row_id\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`by\` ${id}`,
        `\`data\` ${text} NOT NULL`,
        `\`released\` ${text} NOT NULL`,
      ],
      indexes: { ix__trash_row: '`obj`, `row_id`', ix__trash_deletion: '`deletion`', ix__trash_at: '`at`' },
    },
    {
      // Writes that can be taken back for a while, together those of one request, operation, import or bulk change; `of` and `act` say what was asked for.
      name: '_change',
      columns: [
        `\`id\` ${serial}`,
        `\`changeset\` ${id}`,
        `\`of\` ${id}`,
        `\`act\` ${id}`,
        `\`obj\` ${id}`,
        `\`row_id\` ${id}`,
        `\`do\` ${key(16)} NOT NULL`,
        `\`ver\` ${int} NOT NULL`,
        `\`deletion\` ${id}`,
        `\`by\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`changes\` ${text} NOT NULL`,
      ],
      indexes: { ix__change_set: '`changeset`, `id`', ix__change_at: '`at`' },
    },
    {
      // Long work: `beat_at` is the last sign of life of the process that runs it, `cancel` a request to end it.
      name: '_job',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`kind\` ${id}`,
        `\`state\` ${key(16)} NOT NULL`,
        `\`progress\` ${int} NOT NULL DEFAULT 0`,
        `\`total\` ${int} NOT NULL DEFAULT 0`,
        `\`message\` ${key(255)} NOT NULL DEFAULT ''`,
        `\`by\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`ended_at\` ${int}`,
        `\`beat_at\` ${int} NOT NULL`,
        `\`cancel\` ${flag} NOT NULL DEFAULT 0`,
        `\`result\` ${text}`,
      ],
      indexes: { ix__job_at: '`at`', ix__job_state: '`state`' },
    },
    { name: '_job_rest', columns: [`\`id\` ${id} PRIMARY KEY`, `\`rest\` ${text}`], indexes: {} },
    {
      // One-time secrets of accounts, only as hashes: codes that were mailed, links that were handed over.
      name: '_secret',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`realm\` ${key(16)} NOT NULL`,
        `\`kind\` ${key(16)} NOT NULL`,
        `\`account\` ${key(255)} NOT NULL`,
        `\`hash\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`ends_at\` ${int} NOT NULL`,
        `\`tries\` ${int} NOT NULL DEFAULT 0`,
      ],
      indexes: { ix__secret_account: '`realm`, `kind`, `account`', ix__secret_ends: '`ends_at`' },
    },
    {
      // Second factors: the secret is sealed, recovery codes are hashes; `active_at` is 0 while one is being set up, `born` the account's `create_at`.
      name: '_factor',
      columns: [
        `\`realm\` ${key(16)} NOT NULL`,
        `\`account\` ${id}`,
        `\`born\` ${key(32)} NOT NULL`,
        `\`secret\` ${key(255)} NOT NULL`,
        `\`active_at\` ${int} NOT NULL`,
        `\`step\` ${int} NOT NULL`,
        `\`recovery\` ${text} NOT NULL`,
        'PRIMARY KEY (`realm`, `account`)',
      ],
      indexes: {},
    },
    {
      // Roles of the house's own making: `title` and `grants` are JSON.
      name: '_role',
      columns: [`\`code\` ${key(32)} NOT NULL PRIMARY KEY`, `\`title\` ${text} NOT NULL`, `\`grants\` ${text} NOT NULL`, `\`ver\` ${int} NOT NULL`],
      indexes: {},
    },
    {
      // Lists of options that staff have changed: `data` is JSON.
      name: '_code_list',
      columns: [`\`name\` ${key(64)} NOT NULL PRIMARY KEY`, `\`ver\` ${int} NOT NULL`, `\`data\` ${text} NOT NULL`],
      indexes: {},
    },
    {
      // Keys of programs; `hash` is that of the random part, `roles` and `scope` are JSON.
      name: '_api_key',
      columns: [
        `\`id\` ${key(16)} NOT NULL PRIMARY KEY`,
        `\`name\` ${key(64)} NOT NULL`,
        `\`roles\` ${text} NOT NULL`,
        `\`scope\` ${text} NOT NULL`,
        `\`hash\` ${key(64)} NOT NULL`,
        `\`made_by\` ${id}`,
        `\`made_at\` ${int} NOT NULL`,
        `\`ends_at\` ${int}`,
        `\`used_at\` ${int}`,
        `\`revoked_at\` ${int}`,
        `\`revoked_by\` ${key(64)}`,
      ],
      indexes: { ix__api_key_made: '`made_at`' },
    },
    {
      // Webhooks: where each is in the feed of changes, and how its waiting message stands. `events` and `roles` are JSON; `secret` is sealed.
      name: '_webhook',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`name\` ${key(80)} NOT NULL`,
        `\`url\` ${text} NOT NULL`,
        `\`events\` ${text} NOT NULL`,
        `\`roles\` ${text} NOT NULL`,
        `\`secret\` ${text} NOT NULL`,
        `\`enabled\` ${flag} NOT NULL DEFAULT 1`,
        `\`cursor\` ${key(64)} NOT NULL`,
        `\`tries\` ${int} NOT NULL DEFAULT 0`,
        `\`next_at\` ${int} NOT NULL DEFAULT 0`,
        `\`claimed_until\` ${int} NOT NULL DEFAULT 0`,
        `\`failing_since\` ${int}`,
        `\`ended_at\` ${int}`,
        `\`made_by\` ${id}`,
        `\`made_at\` ${int} NOT NULL`,
      ],
      indexes: {},
    },
    {
      // What was sent to webhooks, and what they answered.
      name: '_webhook_delivery',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`hook\` ${id}`,
        `\`message\` ${key(128)} NOT NULL`,
        `\`type\` ${key(128)} NOT NULL`,
        `\`row\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`status\` ${int} NOT NULL`,
        `\`ms\` ${int} NOT NULL`,
        `\`taken\` ${flag} NOT NULL`,
        `\`answer\` ${text} NOT NULL`,
        `\`body\` ${text} NOT NULL`,
      ],
      indexes: { ix__webhook_delivery_hook: '`hook`, `id`' },
    },
    {
      // Steps of automations (x-on): written with the change that sets them off, and done afterwards. `data` is the row where it is gone by then; `said` is JSON.
      name: '_automation_run',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`object\` ${id}`,
        `\`rule\` ${key(40)} NOT NULL`,
        `\`step\` ${int} NOT NULL`,
        `\`row_id\` ${id}`,
        `\`depth\` ${int} NOT NULL`,
        `\`at\` ${int} NOT NULL`,
        `\`state\` ${key(16)} NOT NULL`,
        `\`tries\` ${int} NOT NULL DEFAULT 0`,
        `\`next_at\` ${int} NOT NULL DEFAULT 0`,
        `\`claimed_until\` ${int} NOT NULL DEFAULT 0`,
        `\`data\` ${text} NOT NULL`,
        `\`said\` ${text} NOT NULL`,
      ],
      indexes: { ix__automation_run_due: '`state`, `next_at`', ix__automation_run_at: '`at`' },
    },
    {
      // Files on their way in, in pieces; how much of one has come says its file. `stored` is the name that it got once it was whole.
      name: '_upload',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`realm\` ${key(16)} NOT NULL`,
        `\`owner\` ${id}`,
        `\`object\` ${id}`,
        `\`row_id\` ${id}`,
        `\`field\` ${key(128)} NOT NULL`,
        `\`name\` ${text} NOT NULL`,
        `\`size\` ${int} NOT NULL`,
        `\`at\` ${int} NOT NULL`,
        `\`stored\` ${key(64)} NOT NULL DEFAULT ''`,
      ],
      indexes: { ix__upload_owner: '`realm`, `owner`', ix__upload_at: '`at`' },
    },
    {
      // Pieces of uploads that lie in an S3 store as objects of their own; `start` is the byte of the file at which one begins.
      name: '_upload_piece',
      columns: [
        `\`upload\` ${id}`,
        `\`start\` ${int} NOT NULL`,
        `\`size\` ${int} NOT NULL`,
        `\`name\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        'PRIMARY KEY (`upload`, `start`)',
      ],
      indexes: { ix__upload_piece_name: '`name`' },
    },
    {
      // The process that appends to an upload now; a row exists only as long as one does.
      name: '_upload_turn',
      columns: [`\`id\` ${id} PRIMARY KEY`, `\`holder\` ${key(64)} NOT NULL`, `\`beat\` ${int} NOT NULL`],
      indexes: {},
    },
    {
      // Who holds a name among all processes, and until when by the database's clock (engine/lease.ts).
      name: '_lease',
      columns: [`\`name\` ${id} PRIMARY KEY`, `\`holder\` ${id}`, `\`ends_at\` ${int} NOT NULL`],
      indexes: {},
    },
    {
      // Calls that the processes of one database have taken out of a caller's minute; `id` is a hash of limit and caller.
      name: '_minute',
      columns: [`\`id\` ${id}`, `\`minute\` ${int} NOT NULL`, `\`n\` ${int} NOT NULL`, 'PRIMARY KEY (`id`, `minute`)'],
      indexes: { ix__minute: '`minute`' },
    },
    {
      // Pages in which people have a row open; one that has not said so lately counts no more.
      name: '_presence',
      columns: [
        `\`obj\` ${id}`,
        `\`row_id\` ${id}`,
        `\`account\` ${id}`,
        `\`page\` ${key(40)} NOT NULL`,
        `\`is_typing\` ${flag} NOT NULL DEFAULT 0`,
        `\`at\` ${int} NOT NULL`,
        'PRIMARY KEY (`obj`, `row_id`, `account`, `page`)',
      ],
      indexes: { ix__presence_at: '`at`' },
    },
    {
      // In a cluster: locks as writes, for what a node only reads and locks the others do not hear of (rows/claims.ts).
      name: '_lock',
      columns: [`\`slot\` ${int} NOT NULL PRIMARY KEY`, `\`n\` ${int} NOT NULL`],
      indexes: {},
    },
    {
      // Views of lists; `who`: the account, the role, or ''. `gone_at` is 0 while it is there.
      name: '_view',
      columns: [
        `\`id\` ${id} PRIMARY KEY`,
        `\`object\` ${id}`,
        `\`name\` ${key(255)} NOT NULL`,
        `\`scope\` ${key(16)} NOT NULL`,
        `\`who\` ${id}`,
        `\`is_default\` ${flag} NOT NULL`,
        `\`settings\` ${text} NOT NULL`,
        `\`made_by\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`gone_at\` ${int} NOT NULL`,
      ],
      indexes: { ix__view_who: '`scope`, `who`' },
    },
    {
      // Views that somebody is mailed by the clock; `name`: what the view was called then, `on_day`: of the week or month, `due_at`: the next moment, ms.
      name: '_view_mail',
      columns: [
        `\`account\` ${id}`,
        `\`object\` ${id}`,
        `\`view\` ${id}`,
        `\`name\` ${key(255)} NOT NULL`,
        `\`every\` ${key(16)} NOT NULL`,
        `\`on_day\` ${int} NOT NULL`,
        `\`clock\` ${key(16)} NOT NULL`,
        `\`due_at\` ${int} NOT NULL`,
        'PRIMARY KEY (`account`, `object`, `view`)',
      ],
      indexes: { ix__view_mail_due: '`due_at`' },
    },
    {
      // Which columns of a sheet somebody said to be which fields; `heads`: the hash of its first line.
      name: '_import_columns',
      columns: [`\`who\` ${id}`, `\`object\` ${id}`, `\`heads\` ${key(64)} NOT NULL`, `\`columns\` ${text} NOT NULL`, `\`at\` ${int} NOT NULL`],
      indexes: { ix__import_columns: '`who`, `object`, `heads`' },
    },
    {
      // Reminders that somebody has put off or dealt with; `at`: the row's date that it was about, `until`: the day on which it shows again, '' for never.
      name: '_put_off',
      columns: [
        `\`account\` ${id}`,
        `\`object\` ${id}`,
        `\`row_id\` ${id}`,
        `\`name\` ${id}`,
        `\`at\` ${key(32)} NOT NULL`,
        `\`until\` ${key(16)} NOT NULL`,
        'PRIMARY KEY (`account`, `object`, `row_id`, `name`, `at`)',
      ],
      indexes: {},
    },
    {
      // What people say of a row; `text` is plain, with `@[account]` where somebody is named.
      name: '_comment',
      columns: [
        `\`id\` ${serial}`,
        `\`obj\` ${id}`,
        `\`row_id\` ${id}`,
        `\`by\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`edited_at\` ${int} NOT NULL DEFAULT 0`,
        `\`text\` ${text} NOT NULL`,
      ],
      indexes: { ix__comment_row: '`obj`, `row_id`, `id`' },
    },
    {
      // Who follows a row, and whom it is assigned to: `assigned_by` is '' where it is not, `due` a day or '', `done_at` 0 as long as it is open.
      name: '_involved',
      columns: [
        `\`obj\` ${id}`,
        `\`row_id\` ${id}`,
        `\`account\` ${id}`,
        `\`follows\` ${flag} NOT NULL`,
        `\`assigned_by\` ${key(64)} NOT NULL DEFAULT ''`,
        `\`due\` ${key(16)} NOT NULL DEFAULT ''`,
        `\`done_at\` ${int} NOT NULL DEFAULT 0`,
        `\`at\` ${int} NOT NULL`,
        'PRIMARY KEY (`obj`, `row_id`, `account`)',
      ],
      indexes: { ix__involved_account: '`account`, `assigned_by`, `done_at`' },
    },
    {
      // A notice of a row for somebody: of a comment, or that it is assigned to them (`comment` is 0 then). `read_at`, `mailed_at` are 0 until they are.
      name: '_notice',
      columns: [
        `\`id\` ${serial}`,
        `\`account\` ${id}`,
        `\`kind\` ${key(16)} NOT NULL`,
        `\`obj\` ${id}`,
        `\`row_id\` ${id}`,
        `\`comment\` ${int} NOT NULL DEFAULT 0`,
        `\`due\` ${key(16)} NOT NULL DEFAULT ''`,
        `\`by\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`read_at\` ${int} NOT NULL DEFAULT 0`,
        `\`mailed_at\` ${int} NOT NULL DEFAULT 0`,
      ],
      indexes: {
        ix__notice_account: '`account`, `read_at`, `id`',
        ix__notice_row: '`obj`, `row_id`',
        ix__notice_comment: '`comment`',
        ix__notice_at: '`at`',
      },
    },
    {
      // Versions of an object's files, `files` as JSON of their texts, none of a deleted one; `version` is the texts' hash. `by` is '' for what was changed in the folder.
      name: '_schema_file',
      columns: [
        `\`id\` ${serial}`,
        `\`name\` ${id}`,
        `\`at\` ${int} NOT NULL`,
        `\`by\` ${id}`,
        `\`action\` ${key(16)} NOT NULL`,
        `\`version\` ${key(32)} NOT NULL`,
        `\`files\` ${text}`,
      ],
      indexes: { ix__schema_file_name: '`name`, `id`' },
    },
    {
      // Rows that a job has still to work out: those of `obj` whose formulas read a row that changed, where they were too many for its transaction.
      name: '_follow',
      columns: [`\`id\` ${serial}`, `\`obj\` ${id}`, `\`from_obj\` ${id}`, `\`from_id\` ${id}`],
      indexes: { ix__follow_row: '`obj`, `from_obj`, `from_id`, `id`' },
    },
    {
      // Rows of somebody else's table on their way into an object: written with each portion, gone at the end. `position` is '' before the first.
      name: '_copy',
      columns: [
        `\`tbl\` ${key(128)} NOT NULL`,
        `\`obj\` ${id}`,
        `\`by\` ${id}`,
        `\`lang\` ${key(16)} NOT NULL`,
        `\`changeset\` ${key(64)} NOT NULL DEFAULT ''`,
        `\`job\` ${key(64)} NOT NULL DEFAULT ''`,
        `\`paused\` ${flag} NOT NULL DEFAULT 0`,
        `\`position\` ${text} NOT NULL`,
        `\`report\` ${text} NOT NULL`,
        'PRIMARY KEY (`tbl`, `obj`)',
      ],
      indexes: {},
    },
    {
      // What the data says of itself: its format.
      name: '_setting',
      columns: [`\`name\` ${id} PRIMARY KEY`, `\`value\` ${text} NOT NULL`],
      indexes: {},
    },
    {
      // Numbering series: the last number given.
      name: '_series',
      columns: [`\`name\` ${key(128)} NOT NULL PRIMARY KEY`, `\`value\` ${int} NOT NULL`],
      indexes: {},
    },
  ];
}
