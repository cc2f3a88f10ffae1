/**
 * Every route of the server stands in one table: route × who asks → status: staff by role, applicants and jurors. The real router is read, so a route without a row fails,
 * and so does a row without its route (safety, last line; P01, P02).
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import type { Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#backend/app.ts';
import type { CallName } from '#framework/api/wire.ts';
import { readMessages } from '#framework/messages.ts';
import { Metrics } from '#framework/observe/metrics.ts';
import { addApplicant, addJuror, signInApplicant, signInJuror } from '../../../support/forum/site.ts';
import { shoot, shotsAt } from '../../../support/network/hostile.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

type Who = 'anonymous' | 'guest' | 'operator' | 'administrator' | 'applicant' | 'juror';
const everybody: readonly Who[] = ['anonymous', 'guest', 'operator', 'administrator', 'applicant', 'juror'];

interface Line {
  /** anonymous, guest, operator, administrator */
  status: [number, number, number, number];
  /** applicant, juror; left out they are nobody here: answered as the anonymous are */
  visitors?: [number, number];
  /** the address asked for; {who} makes rows of different people different */
  path?: string;
  json?: unknown;
  secret?: boolean;
  note?: string;
}

const company = { id: 'made_by_{who}', name: 'Made by {who}', type: 1 };
/** A call without a line is refused by tsc; a route that is no call, by the test. */
const table: Record<CallName, Line> = {
  'GET /healthz': { status: [200, 200, 200, 200] },
  'GET /readyz': { status: [200, 200, 200, 200] },
  'GET /metrics': { status: [200, 200, 200, 200], note: 'from this machine, as the test is: tests/framework/api/server/metrics' },
  'GET /api/config': { status: [200, 200, 200, 200] },
  'POST /api/vp/:campaign/:pg/:lang/enter': {
    status: [404, 404, 404, 404],
    path: '/api/vp/none/1/tw/enter',
    json: { pw: 'x' },
    note: 'no such page: tests/application/api/viewing/viewing',
  },
  'POST /api/vp/:campaign/:pg/:lang/watch': { status: [404, 404, 404, 404], path: '/api/vp/none/1/tw/watch', json: {} },
  'POST /api/vp/:campaign/:pg/:lang/extend': { status: [404, 404, 404, 404], path: '/api/vp/none/1/tw/extend', json: {} },
  'GET /api/vp/:campaign/:pg/:lang/file/:name': { status: [404, 404, 404, 404], path: '/api/vp/none/1/tw/file/none' },
  'GET /api/site': { status: [200, 200, 200, 200] },
  'GET /api/site/selection': {
    status: [401, 401, 401, 401],
    visitors: [401, 200],
    note: 'jurors only, each their own: tests/application/api/campaign/site-selection',
  },
  'GET /api/site/selection/:enrolment': { status: [401, 401, 401, 401], visitors: [401, 422], path: '/api/site/selection/none' },
  'PUT /api/site/selection/:enrolment': { status: [401, 401, 401, 401], visitors: [401, 422], path: '/api/site/selection/none', json: {} },
  'POST /api/site/selection/done': { status: [401, 401, 401, 401], visitors: [401, 422], json: {} },
  'POST /api/site/selection/:enrolment/conflict': {
    status: [401, 401, 401, 401],
    visitors: [401, 422],
    path: '/api/site/selection/none/conflict',
    json: { declared: true },
  },
  'POST /api/site/selection/:enrolment/notes': {
    status: [401, 401, 401, 401],
    visitors: [401, 404],
    path: '/api/site/selection/none/notes',
    json: { text: 'one' },
  },
  'GET /api/site/enrolments': { status: [401, 401, 401, 401], visitors: [200, 401], note: 'own ones' },
  'POST /api/site/enrolments': { status: [401, 401, 401, 401], visitors: [404, 401], json: { campaign: 'none' }, note: '404: no such campaign' },
  'GET /api/site/late-start': { status: [401, 401, 401, 401], visitors: [404, 401], note: '404: no such campaign' },
  'GET /api/site/enrolments/:id': {
    status: [401, 401, 401, 401],
    visitors: [404, 401],
    path: '/api/site/enrolments/none',
    note: 'own and others’: tests/application/api/campaign/site-enrolments',
  },
  'PATCH /api/site/enrolments/:id': { status: [401, 401, 401, 401], visitors: [404, 401], path: '/api/site/enrolments/none', json: { changes: [] } },
  'POST /api/site/enrolments/:id/submit': {
    status: [401, 401, 401, 401],
    visitors: [404, 401],
    path: '/api/site/enrolments/none/submit',
    json: { ver: 1, confirm: true },
  },
  'POST /api/site/enrolments/:id/withdraw': {
    status: [401, 401, 401, 401],
    visitors: [404, 401],
    path: '/api/site/enrolments/none/withdraw',
    json: { reason: 'x' },
  },
  'POST /api/site/enrolments/:id/restore': { status: [401, 401, 401, 401], visitors: [404, 401], path: '/api/site/enrolments/none/restore', json: {} },
  'GET /api/site/enrolments/:id/writers': {
    status: [401, 401, 401, 401],
    visitors: [404, 401],
    path: '/api/site/enrolments/none/writers',
    note: 'own and others’: tests/application/api/campaign/co-writers',
  },
  'POST /api/site/enrolments/:id/writers': {
    status: [401, 401, 401, 401],
    visitors: [404, 401],
    path: '/api/site/enrolments/none/writers',
    json: { email: 'x@example.com', lang: 'en' },
  },
  'DELETE /api/site/enrolments/:id/writers/:writer': { status: [401, 401, 401, 401], visitors: [404, 401], path: '/api/site/enrolments/none/writers/none' },
  'POST /api/site/invitation': { status: [404, 404, 404, 404], json: { token: 'x' }, note: 'whoever has the link; 404: there is no such link' },
  'POST /api/site/invitation/accept': { status: [401, 401, 401, 401], visitors: [404, 401], json: { token: 'x' } },
  'POST /api/site/invitation/register': { status: [404, 404, 404, 404], json: { token: 'x' } },
  'GET /api/site/enrolments/:id/receipt.pdf': {
    status: [401, 401, 401, 401],
    visitors: [404, 401],
    path: '/api/site/enrolments/none/receipt.pdf',
    note: 'own and others’: tests/application/api/campaign/enrolment-print',
  },
  'GET /api/site/enrolments/:id/print.pdf': { status: [401, 404, 404, 404], visitors: [404, 401], path: '/api/site/enrolments/none/print.pdf' },
  'POST /api/site/link': { status: [401, 401, 401, 401], visitors: [200, 401], json: { url: 'https://vimeo.com/76979871' } },
  'POST /api/site/uploads': {
    status: [401, 401, 401, 401],
    visitors: [404, 401],
    json: { enrolment: 'none', field: 'stills', fileName: 'a.jpg', size: 1 },
    note: 'own and others’: tests/application/api/files/site-uploads',
  },
  'GET /api/site/uploads/:id': { status: [401, 401, 401, 401], visitors: [404, 401], path: '/api/site/uploads/none' },
  'PATCH /api/site/uploads/:id': { status: [401, 401, 401, 401], visitors: [404, 401], path: '/api/site/uploads/none?offset=0' },
  'DELETE /api/site/uploads/:id': { status: [401, 401, 401, 401], visitors: [404, 401], path: '/api/site/uploads/none' },
  'GET /api/site/form': { status: [401, 401, 401, 401], visitors: [404, 401], path: '/api/site/form?campaign=none' },
  'GET /api/site/form/:file': { status: [401, 401, 401, 401], visitors: [404, 401], path: '/api/site/form/enrolment-0000000000000000.js' },
  'POST /api/site/applicant/register': { status: [422, 422, 422, 422], json: {}, note: 'open to all; 422 for the empty form' },
  'POST /api/site/applicant/verify': { status: [422, 422, 422, 422], json: { email: 'nobody@example.com', code: '000000' } },
  'POST /api/site/applicant/code': { status: [401, 401, 401, 401], json: { email: 'nobody@example.com' }, note: 'for the browser that registered' },
  'POST /api/site/applicant/login': { status: [401, 401, 401, 401], json: { email: 'nobody@example.com', pw: 'wrong' } },
  'GET /api/site/applicant/me': { status: [401, 401, 401, 401], visitors: [200, 401] },
  'POST /api/site/applicant/forgot': { status: [422, 422, 422, 422], json: { email: 'nobody@example.com' }, note: 'K02' },
  'POST /api/site/applicant/reset': {
    status: [422, 422, 422, 422],
    json: { email: 'nobody@example.com', code: '000000', pw: 'long enough', confirm: 'long enough' },
  },
  'PUT /api/site/applicant/password': { status: [401, 401, 401, 401], visitors: [422, 401], json: {}, note: 'own password only' },
  'PUT /api/site/applicant/profile': { status: [401, 401, 401, 401], visitors: [422, 401], json: { ver: 1 }, note: 'own account only; 422: nothing changed' },
  'POST /api/site/applicant/address': { status: [401, 401, 401, 401], visitors: [422, 401], json: {} },
  'POST /api/site/applicant/address/confirm': { status: [401, 401, 401, 401], visitors: [422, 401], json: { email: 'x@example.com', code: '000000' } },
  'GET /api/site/applicant/data': { status: [401, 401, 401, 401], visitors: [200, 401], note: 'own only: tests/application/api/accounts/own-data' },
  'GET /api/site/applicant/data.zip': { status: [401, 401, 401, 401], visitors: [200, 401], note: 'own only: tests/application/api/accounts/own-archive' },
  'GET /api/site/applicant/erasure': { status: [401, 401, 401, 401], visitors: [200, 401] },
  'POST /api/site/applicant/erasure': { status: [401, 401, 401, 401], visitors: [422, 401], json: {}, note: '422 without the password' },
  'DELETE /api/site/applicant/erasure': { status: [401, 401, 401, 401], visitors: [200, 401] },
  'GET /api/site/jury/data': { status: [401, 401, 401, 401], visitors: [401, 200] },
  'GET /api/site/jury/data.zip': { status: [401, 401, 401, 401], visitors: [401, 200] },
  'GET /api/site/jury/erasure': { status: [401, 401, 401, 401], visitors: [401, 200] },
  'POST /api/site/jury/erasure': { status: [401, 401, 401, 401], visitors: [401, 422], json: {} },
  'DELETE /api/site/jury/erasure': { status: [401, 401, 401, 401], visitors: [401, 200] },
  'POST /api/site/jury/login': { status: [401, 401, 401, 401], json: { email: 'nobody@example.com', pw: 'wrong' } },
  'GET /api/site/jury/me': { status: [401, 401, 401, 401], visitors: [401, 200] },
  'POST /api/site/jury/forgot': { status: [422, 422, 422, 422], json: { email: 'nobody@example.com' }, note: 'K02' },
  'POST /api/site/jury/reset': {
    status: [422, 422, 422, 422],
    json: { email: 'nobody@example.com', code: '000000', pw: 'long enough', confirm: 'long enough' },
  },
  'PUT /api/site/jury/password': { status: [401, 401, 401, 401], visitors: [401, 422], json: {}, note: 'own password only' },
  'POST /api/auth/login': { status: [401, 401, 401, 401], json: { id: 'nobody', pw: 'wrong' }, note: 'open to all, refused for what is wrong' },
  'GET /api/auth/oidc/start': { status: [404, 404, 404, 404], note: 'there by settings only: tests/framework/api/accounts/oidc' },
  'GET /api/auth/oidc/return': { status: [404, 404, 404, 404] },
  'GET /api/auth/me': { status: [401, 200, 200, 200] },
  'POST /api/auth/password': { status: [401, 422, 422, 422], json: {}, note: 'own password only; 422 for the empty one' },
  'POST /api/auth/forgot': { status: [200, 200, 200, 200], json: { id: 'nobody' }, note: 'the same answer whether there is such an account' },
  'POST /api/auth/reset': { status: [422, 422, 422, 422], json: { id: 'nobody', code: '000000', pw: 'long enough', confirm: 'long enough' } },
  'PUT /api/auth/profile': { status: [401, 422, 422, 422], json: { ver: 1 }, note: 'own account only; 422: nothing changed' },
  'GET /api/auth/factor': { status: [401, 200, 200, 200], note: 'own one' },
  'POST /api/auth/factor': { status: [401, 422, 422, 422], json: {}, note: 'own one, by the password; 422 for the empty one' },
  'POST /api/auth/factor/confirm': { status: [401, 422, 422, 422], json: { code: '000000' }, note: '422: none is being set up' },
  'POST /api/auth/factor/codes': { status: [401, 422, 422, 422], json: {} },
  'POST /api/auth/factor/end': { status: [401, 422, 422, 422], json: {} },
  'GET /api/auth/sessions': { status: [401, 200, 200, 200], note: 'own ones' },
  'POST /api/auth/sessions/end': { status: [401, 200, 200, 200], json: {}, note: 'own ones on other devices' },
  'POST /api/auth/view-as': { status: [401, 403, 403, 422], json: { role: '[none]' } },
  'POST /api/auth/view-as/end': { status: [401, 200, 200, 200], json: {} },
  'GET /api/trash': { status: [401, 200, 200, 200], note: 'rows of objects that the role may delete: tests/framework/api/records/trash' },
  'POST /api/trash/restore': { status: [401, 422, 422, 422], json: { ids: [] }, note: 'whose row it is: tests/framework/api/records/trash' },
  'GET /api/views': { status: [401, 200, 200, 200], note: 'of lists that the role may see, fitted to what it may read: tests/framework/api/records/views' },
  'POST /api/views': { status: [401, 400, 400, 400], json: {}, note: 'for a role or all by administrators only: tests/framework/api/records/views' },
  'PUT /api/views/:id': { status: [401, 400, 400, 400], path: '/api/views/none', json: {}, note: 'own ones' },
  'DELETE /api/views/:id': { status: [401, 404, 404, 404], path: '/api/views/none', note: 'own ones' },
  'PUT /api/views/:id/mail': {
    status: [401, 400, 400, 400],
    path: '/api/views/none/mail',
    json: {},
    note: 'to one’s own address: tests/framework/api/mail/view-mails',
  },
  'POST /api/views/:id/restore': { status: [401, 404, 404, 404], path: '/api/views/none/restore', json: {}, note: 'own ones' },
  'GET /api/reminders': { status: [401, 200, 200, 200], note: 'of rows and fields that the role may read: tests/framework/api/records/reminders' },
  'POST /api/reminders': { status: [401, 400, 400, 400], json: {}, note: 'own ones, about rows that the role may list' },
  'GET /api/pb/:object/:id/comments': {
    status: [401, 404, 404, 404],
    path: '/api/pb/film/none/comments',
    note: 'readers of the row: tests/framework/api/records/comments',
  },
  'POST /api/pb/:object/:id/comments': { status: [401, 404, 404, 404], path: '/api/pb/film/none/comments', json: { text: 'x' } },
  'PUT /api/pb/:object/:id/comments/:comment': { status: [401, 404, 404, 404], path: '/api/pb/film/none/comments/1', json: { text: 'x' } },
  'DELETE /api/pb/:object/:id/comments/:comment': { status: [401, 404, 404, 404], path: '/api/pb/film/none/comments/1' },
  'GET /api/pb/:object/:id/people': { status: [401, 404, 404, 404], path: '/api/pb/film/none/people' },
  'PUT /api/pb/:object/:id/follow': { status: [401, 404, 404, 404], path: '/api/pb/film/none/follow', json: { follows: true } },
  'PUT /api/pb/:object/:id/presence/:page': { status: [401, 404, 404, 404], path: '/api/pb/film/none/presence/a-page-of-mine', json: { isTyping: false } },
  'DELETE /api/pb/:object/:id/presence/:page': { status: [401, 200, 200, 200], path: '/api/pb/film/none/presence/a-page-of-mine', note: 'own ones' },
  'PUT /api/pb/:object/:id/assignment': { status: [401, 404, 404, 404], path: '/api/pb/film/none/assignment', json: { account: 'nobody', is: 'none' } },
  'GET /api/notices': { status: [401, 200, 200, 200], note: 'own ones' },
  'POST /api/notices/read': { status: [401, 200, 200, 200], json: {}, note: 'own ones' },
  'GET /api/changes': { status: [401, 200, 200, 200], note: 'rows and fields that the role may read: tests/framework/api/records/revert' },
  'POST /api/changes/:id/undo': { status: [401, 422, 422, 422], path: '/api/changes/none/undo', json: {}, note: 'own ones' },
  'POST /api/trash/empty': { status: [401, 403, 403, 200], json: {} },
  'GET /api/objects': { status: [401, 200, 200, 200] },
  'GET /api/objects/:obj/shape': {
    status: [401, 404, 404, 404],
    path: '/api/objects/film/shape?ref=%23%2Fdefinitions%2Fnone',
    note: 'readers of the object: tests/framework/api/records/objects',
  },
  'GET /api/objects/:obj/:file': { status: [401, 404, 404, 404], path: '/api/objects/film/validator-0000000000000000.js' },
  'GET /api/recent': { status: [401, 200, 200, 200] },
  'GET /api/find': { status: [401, 200, 200, 200], path: '/api/find?q=film', note: 'records that the role may list: tests/framework/api/records/find' },
  'GET /api/home': { status: [401, 200, 200, 200], note: 'own cards' },
  'PUT /api/home': { status: [401, 400, 400, 400], json: {}, note: 'own ones; those of a role by administrators only: tests/framework/api/records/home-cards' },
  'GET /api/attention': { status: [401, 200, 200, 200] },
  'GET /api/overview': { status: [401, 200, 200, 200], note: 'what the role may list' },
  'GET /api/system': { status: [401, 403, 403, 200] },
  'GET /api/system/archived': { status: [401, 403, 403, 200] },
  'GET /api/schemas': { status: [401, 403, 403, 200] },
  'GET /api/schemas/:name': { status: [401, 403, 403, 404], path: '/api/schemas/nothing' },
  'PUT /api/schemas/:name': { status: [401, 403, 403, 400], path: '/api/schemas/nothing', json: {}, note: '400: no files; tests/framework/api/schemas' },
  'DELETE /api/schemas/:name': { status: [401, 403, 403, 404], path: '/api/schemas/nothing', json: {} },
  'GET /api/schemas/:name/history': { status: [401, 403, 403, 404], path: '/api/schemas/nothing/history' },
  'POST /api/schemas/:name/revert': { status: [401, 403, 403, 404], path: '/api/schemas/nothing/revert', json: {} },
  'POST /api/schemas/:name/restore': { status: [401, 403, 403, 404], path: '/api/schemas/nothing/restore', json: {} },
  'POST /api/schemas/:name/backfill': { status: [401, 403, 403, 400], path: '/api/schemas/nothing/backfill', json: {} },
  'POST /api/workbench/check': { status: [401, 403, 403, 400], json: { name: 'nothing' }, note: '400: no files' },
  'POST /api/workbench/guess': { status: [401, 403, 403, 400], json: {}, note: '400: from nothing' },
  'POST /api/workbench/guess/sheet': { status: [401, 403, 403, 415], note: 'a sheet as bytes: tests/framework/api/schemas' },
  'GET /api/workbench/tables': { status: [401, 403, 403, 200] },
  'POST /api/workbench/tables/:table/copy': { status: [401, 403, 403, 404], path: '/api/workbench/tables/none/copy', json: { object: 'nothing' } },
  'GET /api/workbench/preview/:file': { status: [401, 403, 403, 404], path: '/api/workbench/preview/validator-0000000000000000.js' },
  'GET /api/system/storage': { status: [401, 403, 403, 200] },
  'GET /api/system/sessions': { status: [401, 403, 403, 200] },
  'POST /api/system/sessions/:id/end': { status: [401, 403, 403, 404], path: '/api/system/sessions/0123456789abcdef/end', json: {} },
  'GET /api/system/failures': { status: [401, 403, 403, 200] },
  'GET /api/system/errors': { status: [401, 403, 403, 200] },
  'GET /api/system/errors/:id': { status: [401, 403, 403, 404], path: '/api/system/errors/0' },
  'DELETE /api/system/errors/:id': { status: [401, 403, 403, 404], path: '/api/system/errors/0' },
  'GET /api/system/mail': { status: [401, 403, 403, 200] },
  'POST /api/system/mail/test': { status: [401, 403, 403, 200], json: {} },
  'POST /api/system/mail/:id/retry': { status: [401, 403, 403, 404], path: '/api/system/mail/none/retry', json: {} },
  'POST /api/system/mail/:id/stop': { status: [401, 403, 403, 404], path: '/api/system/mail/none/stop', json: {} },
  'GET /api/system/videos': { status: [401, 403, 403, 200] },
  'POST /api/system/videos/:id/again': { status: [401, 403, 403, 404], path: '/api/system/videos/none/again', json: {} },
  'GET /api/system/backups': { status: [401, 403, 403, 200] },
  'POST /api/system/backups': { status: [401, 403, 403, 200], json: {} },
  'GET /api/system/backups/:id': { status: [401, 403, 403, 404], path: '/api/system/backups/none' },
  'POST /api/system/backups/:id/check': { status: [401, 403, 403, 404], path: '/api/system/backups/none/check', json: {} },
  'DELETE /api/system/backups/:id': { status: [401, 403, 403, 404], path: '/api/system/backups/none' },
  'GET /api/test-fields': { status: [401, 403, 403, 200], note: 'in development the staff’s' },
  'GET /api/test-fields/:file': { status: [401, 403, 403, 404], path: '/api/test-fields/validator-0000000000000000.js' },
  'GET /api/openapi.json': { status: [401, 200, 200, 200], note: 'what the role may: tests/framework/api/server/openapi' },
  'GET /api/docs': { status: [200, 200, 200, 200], note: 'the anonymous are sent to the sign-in' },
  'GET /api/docs/:file': { status: [401, 200, 200, 200], path: '/api/docs/start.js' },
  'GET /api/keys': { status: [401, 403, 403, 200] },
  'POST /api/keys': { status: [401, 403, 403, 422], json: {} },
  'DELETE /api/keys/:id': { status: [401, 403, 403, 404], path: '/api/keys/none' },
  'GET /api/permissions': { status: [401, 403, 403, 200] },
  'PUT /api/permissions/roles/:role': { status: [401, 403, 403, 422], path: '/api/permissions/roles/helper', json: {} },
  'DELETE /api/permissions/roles/:role': { status: [401, 403, 403, 404], path: '/api/permissions/roles/helper' },
  'GET /api/permissions/roles/:role/history': { status: [401, 403, 403, 200], path: '/api/permissions/roles/helper/history' },
  'GET /api/options': { status: [401, 200, 200, 200], note: 'lists of objects that one may list' },
  'GET /api/options/:list': { status: [401, 200, 200, 200], path: '/api/options/company_type' },
  'PUT /api/options/:list': { status: [401, 403, 400, 400], path: '/api/options/company_type', json: {} },
  'GET /api/options/:list/history': { status: [401, 200, 200, 200], path: '/api/options/company_type/history' },
  'GET /api/options/:list/sheet': { status: [401, 200, 200, 200], path: '/api/options/company_type/sheet' },
  'POST /api/options/:list/sheet': { status: [401, 403, 415, 415], path: '/api/options/company_type/sheet', note: 'nothing is saved by it' },
  'POST /api/pb/user/:id/reset-link': { status: [401, 403, 403, 200], path: '/api/pb/user/gs/reset-link', json: {} },
  'POST /api/pb/user/:id/factor/end': { status: [401, 403, 403, 422], path: '/api/pb/user/gs/factor/end', json: {}, note: '422: there is none' },
  'POST /api/pb/applicant/:id/code': { status: [401, 403, 404, 404], path: '/api/pb/applicant/none/code', json: {} },
  'GET /api/pb/enrolment/:id/lengths': { status: [401, 404, 404, 404], path: '/api/pb/enrolment/none/lengths' },
  'GET /api/pb/:object/:id/sessions': { status: [401, 403, 403, 404], path: '/api/pb/applicant/none/sessions' },
  'POST /api/pb/:object/:id/sessions/end': { status: [401, 403, 403, 404], path: '/api/pb/applicant/none/sessions/end', json: {} },
  'POST /api/pb/jury/:id/code': { status: [401, 403, 404, 404], path: '/api/pb/jury/none/code', json: {} },
  'GET /api/jobs': { status: [401, 200, 200, 200], note: 'one’s own; everybody’s for administrators' },
  'GET /api/jobs/:id': { status: [401, 404, 404, 404], path: '/api/jobs/none' },
  'POST /api/jobs/:id/cancel': { status: [401, 404, 404, 404], path: '/api/jobs/none/cancel', json: {} },
  'POST /api/system/apply': { status: [401, 403, 403, 404], json: { object: 'nothing' }, note: 'nothing waits' },
  'POST /api/system/purge': { status: [401, 403, 403, 404], json: { object: 'nothing', typed: 'nothing' }, note: 'nothing is left behind' },
  'POST /api/system/archived/purge': {
    status: [401, 403, 403, 404],
    json: { object: 'nothing', key: 'nothing', typed: 'nothing' },
    note: 'nothing is archived',
  },
  'POST /api/query': {
    status: [440, 200, 200, 200],
    json: { options: { sql: "SELECT id FROM film WHERE id = 'x'" }, log: { source: 'test', side: 'C', user: 'N/A' } },
    secret: true,
  },
  'POST /api/log': { status: [200, 200, 200, 200], json: { msg: 'x', log: { source: 'test', side: 'C', user: 'N/A' } }, secret: true },
  'POST /api/uploads': { status: [401, 404, 404, 404], json: { object: 'nothing', id: '', field: 'videos', fileName: 'a.mp4', size: 1 } },
  'GET /api/uploads/:id': { status: [401, 404, 404, 404], path: '/api/uploads/none', note: 'own and others’: tests/application/api/files/video-uploads' },
  'PATCH /api/uploads/:id': { status: [401, 404, 404, 404], path: '/api/uploads/none?offset=0' },
  'DELETE /api/uploads/:id': { status: [401, 404, 404, 404], path: '/api/uploads/none' },
  'GET /api/pb/:object/import/template': { status: [401, 403, 200, 200], path: '/api/pb/film/import/template' },
  'POST /api/pb/:object/import': { status: [401, 403, 415, 415], path: '/api/pb/film/import', note: 'a sheet as bytes: tests/framework/api/records/import' },
  'POST /api/pb/:object/import/marked': {
    status: [401, 403, 415, 415],
    path: '/api/pb/film/import/marked',
    note: 'the same sheet: tests/framework/api/records/import-marked',
  },
  'POST /api/pb/:object/bulk': { status: [401, 403, 400, 400], path: '/api/pb/film/bulk', json: {}, note: 'orders: tests/framework/api/records/bulk' },
  'POST /api/uploadFiles': { status: [440, 422, 422, 422], json: {}, secret: true, note: 'a form with files; JSON is none' },
  'GET /site/css/:campaign/:file': {
    status: [404, 404, 404, 404],
    path: '/site/css/none/enrol-before-0123456789ab.css',
    note: 'no such campaign; open to all',
  },
  'GET /api/automations': { status: [401, 403, 403, 200], note: 'administrators: tests/framework/api/server/automations' },
  'POST /api/automations/runs/:id/retry': { status: [401, 403, 403, 404], path: '/api/automations/runs/none/retry', json: {} },
  'POST /api/automations/:object/:rule/rehearse': { status: [401, 403, 403, 404], path: '/api/automations/film/none/rehearse', json: {} },
  'GET /api/webhooks': { status: [401, 403, 403, 200], note: 'administrators: tests/framework/api/server/webhooks' },
  'POST /api/webhooks': { status: [401, 403, 403, 422], json: {} },
  'PUT /api/webhooks/:id': { status: [401, 403, 403, 404], path: '/api/webhooks/none', json: {} },
  'DELETE /api/webhooks/:id': { status: [401, 403, 403, 404], path: '/api/webhooks/none' },
  'POST /api/webhooks/:id/test': { status: [401, 403, 403, 404], path: '/api/webhooks/none/test', json: {} },
  'GET /api/webhooks/:id/deliveries': { status: [401, 403, 403, 404], path: '/api/webhooks/none/deliveries' },
  'POST /api/webhooks/:id/deliveries/:delivery/replay': { status: [401, 403, 403, 404], path: '/api/webhooks/none/deliveries/none/replay', json: {} },
  'GET /robots.txt': { status: [200, 200, 200, 200], path: '/robots.txt', note: 'open to all' },
  'GET /sitemap.xml': { status: [200, 200, 200, 200], path: '/sitemap.xml', note: 'open to all: addresses of public pages' },
  'GET /type/:file': {
    status: [404, 404, 404, 404],
    path: '/type/text-tc-0123456789abcdef.woff2',
    note: 'fonts, open to all: what no page has announced is none',
  },
  'GET /get/files/:name': {
    status: [404, 404, 404, 404],
    path: `/get/files/${'a'.repeat(26)}.jpg`,
    note: 'no such file; whose it is, is proven in tests/framework/api/files/files',
  },
  'GET /api/forum-day/:campaign': { status: [401, 200, 200, 200], path: '/api/forum-day/verbs' },
  'POST /api/forum-day/:campaign/press': {
    status: [401, 403, 200, 200],
    path: '/api/forum-day/verbs/press',
    json: { day: '2026-05-01', presses: [{ id: 'x', kind: 'undo', press: 'none' }] },
    note: '200: each press that is refused says so by itself',
  },
  'GET /api/forum/:campaign': { status: [401, 200, 200, 200], path: '/api/forum/verbs' },
  'PUT /api/forum/:campaign/days': { status: [401, 403, 422, 422], path: '/api/forum/verbs/days', json: {}, note: '422: nothing given' },
  'POST /api/forum/:campaign/links': {
    status: [401, 403, 422, 422],
    path: '/api/forum/verbs/links',
    json: { object: 'pitch', ids: [] },
    note: '422: nobody chosen',
  },
  'DELETE /api/forum/:campaign/links/:id': { status: [401, 403, 404, 404], path: '/api/forum/verbs/links/none' },
  'GET /api/forum/:campaign/mails': { status: [401, 403, 200, 200], path: '/api/forum/verbs/mails' },
  'POST /api/forum/:campaign/mails': { status: [401, 403, 422, 422], path: '/api/forum/verbs/mails', json: { object: 'pitch', ids: [] } },
  'GET /api/forum/:campaign/wishes/template': { status: [401, 403, 200, 200], path: '/api/forum/verbs/wishes/template' },
  'POST /api/forum/:campaign/wishes/check': { status: [401, 415, 415, 415], path: '/api/forum/verbs/wishes/check', json: {}, note: '415: a sheet is bytes' },
  'POST /api/forum/:campaign/wishes': { status: [401, 415, 415, 415], path: '/api/forum/verbs/wishes', json: {}, note: '415: a sheet is bytes' },
  'GET /api/my/:token': { status: [404, 404, 404, 404], path: '/api/my/none', note: 'the token is all that opens it: tests/application/api/pairing/my-page' },
  'GET /api/my/:token/schedule': {
    status: [404, 404, 404, 404],
    path: '/api/my/none/schedule',
    note: 'the token is all that opens it: tests/application/api/pairing/release-schedule',
  },
  'GET /api/my/:token/schedule.ics': { status: [404, 404, 404, 404], path: '/api/my/none/schedule.ics' },
  'GET /api/my/:token/schedule.pdf': { status: [404, 404, 404, 404], path: '/api/my/none/schedule.pdf' },
  'PUT /api/my/:token': { status: [404, 404, 404, 404], path: '/api/my/none', json: { ver: 1, priority: [] } },
  'GET /api/my/:token/file/:name': { status: [404, 404, 404, 404], path: '/api/my/none/file/a.jpg' },
  'GET /api/vpman': { status: [401, 200, 200, 200] },
  'POST /api/vpman/clone': {
    status: [401, 400, 400, 400],
    json: {},
    note: '400: nothing is named; guests copy nothing: tests/application/api/viewing/viewing-staff',
  },
  'GET /api/vpman/:campaign/text': { status: [401, 404, 404, 404], path: '/api/vpman/none/text' },
  'GET /api/vpman/:campaign/:pg': { status: [401, 404, 404, 404], path: '/api/vpman/none/1' },
  'GET /api/vpman/:campaign/:pg/works': { status: [401, 404, 404, 404], path: '/api/vpman/none/1/works?object=pitch' },
  'GET /api/vpman/:campaign/:pg/links': { status: [401, 404, 404, 404], path: '/api/vpman/none/1/links' },
  'POST /api/vpman/:campaign/:pg/links': { status: [401, 403, 404, 404], path: '/api/vpman/none/1/links', json: { object: 'jury', rows: 'all' } },
  'POST /api/vpman/:campaign/:pg/links/revoke': { status: [401, 403, 404, 404], path: '/api/vpman/none/1/links/revoke', json: { links: 'all' } },
  'GET /api/vpman/:campaign/:pg/statistics': { status: [401, 404, 404, 404], path: '/api/vpman/none/1/statistics' },
  'GET /api/vpman/:campaign/:pg/statistics/viewer': { status: [401, 404, 404, 404], path: '/api/vpman/none/1/statistics/viewer?id=x' },
  'GET /api/vpman/:campaign/:pg/statistics/work': { status: [401, 404, 404, 404], path: '/api/vpman/none/1/statistics/work?id=x' },
  'GET /api/vpman/:campaign/:pg/before': { status: [401, 404, 404, 404], path: '/api/vpman/none/1/before' },
  'GET /api/vpman/:campaign/:pg/wishes': { status: [401, 404, 404, 404], path: '/api/vpman/none/1/wishes' },
  'POST /api/vpman/:campaign/:pg/wishes': { status: [401, 403, 404, 404], path: '/api/vpman/none/1/wishes', json: { dm: 'x', pitch: 'x', ver: 1 } },
  'GET /api/vpman/:campaign/:pg/export': { status: [401, 403, 404, 404], path: '/api/vpman/none/1/export' },
  'GET /api/pairing/:campaign': { status: [401, 200, 200, 200], path: '/api/pairing/verbs' },
  'GET /api/pairing/:campaign/may': { status: [401, 200, 200, 200], path: '/api/pairing/verbs/may?dm=none&pitch=none' },
  'GET /api/pairing/:campaign/changes': { status: [401, 200, 200, 200], path: '/api/pairing/verbs/changes?since=0&wait=0' },
  'GET /api/pairing/:campaign/why': { status: [401, 404, 404, 404], path: '/api/pairing/verbs/why?dm=none&pitch=none' },
  'GET /api/pairing/:campaign/one-more': { status: [401, 200, 200, 200], path: '/api/pairing/verbs/one-more' },
  'GET /api/pairing/:campaign/runs/:run/moves': { status: [401, 404, 404, 404], path: '/api/pairing/verbs/runs/none/moves' },
  'POST /api/pairing/:campaign/moves': {
    status: [401, 403, 404, 404],
    path: '/api/pairing/verbs/moves',
    json: { moves: [{ do: 'remove', pairing: 'none', ver: 1 }] },
    note: '404: no such meeting',
  },
  'POST /api/pairing/:campaign/undo': { status: [401, 403, 422, 422], path: '/api/pairing/verbs/undo', json: {}, note: '422: nothing was done yet' },
  'POST /api/pairing/:campaign/redo': { status: [401, 403, 422, 422], path: '/api/pairing/verbs/redo', json: {} },
  'POST /api/pairing/:campaign/repair': {
    status: [401, 403, 404, 404],
    path: '/api/pairing/verbs/repair',
    json: { what: { dm: 'none', away: [{ start: '2026-05-01 09:00:00', end: '2026-05-01 12:00:00' }] } },
  },
  'POST /api/pairing/:campaign/run': { status: [401, 422, 422, 422], path: '/api/pairing/verbs/run', json: {}, note: '422: no program chosen' },
  'GET /api/release/:campaign': { status: [401, 200, 200, 200], path: '/api/release/verbs', note: 'addresses for those who may release' },
  'GET /api/release/:campaign/compare': { status: [401, 200, 200, 200], path: '/api/release/verbs/compare?from=0&to=draft' },
  'POST /api/release/:campaign': {
    status: [401, 403, 422, 422],
    path: '/api/release/verbs',
    json: { version: 0, number: 0 },
    note: '422: nothing to release; what moved, and only the touched: tests/application/api/pairing/release',
  },
  'GET /api/release/:campaign/schedules.pdf': { status: [401, 404, 404, 404], path: '/api/release/verbs/schedules.pdf', note: '404: nothing was released' },
  'GET /api/release/:campaign/schedules.xlsx': { status: [401, 200, 200, 200], path: '/api/release/verbs/schedules.xlsx?version=draft' },
  'POST /api/release/:campaign/back': { status: [401, 403, 404, 404], path: '/api/release/verbs/back', json: { number: 0, to: 9 } },
  'POST /api/pairing/:campaign/clear': {
    status: [401, 403, 422, 422],
    path: '/api/pairing/verbs/clear',
    json: { what: 'auto', count: 0 },
    note: 'nothing to clear',
  },
  'POST /api/pairing/:campaign/take': { status: [401, 403, 404, 404], path: '/api/pairing/verbs/take', json: { run: 'none' } },
  'GET /api/desk': { status: [401, 200, 200, 200] },
  'GET /api/desk/:campaign/overview': { status: [401, 200, 200, 200], path: '/api/desk/verbs/overview' },
  'GET /api/desk/:campaign/statistics': { status: [401, 200, 200, 200], path: '/api/desk/verbs/statistics' },
  'GET /api/desk/:campaign/ranking': { status: [401, 200, 200, 200], path: '/api/desk/verbs/ranking' },
  'GET /api/desk/:campaign/jurors': { status: [401, 200, 200, 200], path: '/api/desk/verbs/jurors' },
  'GET /api/desk/:campaign/assignment': { status: [401, 200, 200, 200], path: '/api/desk/verbs/assignment' },
  'POST /api/desk/:campaign/assignment/plan': {
    status: [401, 422, 422, 422],
    path: '/api/desk/verbs/assignment/plan',
    json: {},
    note: 'looked at by whoever may see the dashboard: tests/application/api/campaign/jury-assignment',
  },
  'PUT /api/desk/:campaign/assignment': {
    status: [401, 403, 422, 422],
    path: '/api/desk/verbs/assignment',
    json: { perPitch: 1, mark: 'none' },
    note: '422: there is nobody to assign',
  },
  'GET /api/desk/:campaign/conflicts': { status: [401, 200, 200, 200], path: '/api/desk/verbs/conflicts' },
  'GET /api/desk/:campaign/decisions': { status: [401, 200, 200, 200], path: '/api/desk/verbs/decisions' },
  'PUT /api/desk/:campaign/decisions': {
    status: [401, 403, 422, 422],
    path: '/api/desk/verbs/decisions',
    json: { ids: [], decision: 'select' },
    note: '422: none chosen (K07)',
  },
  'POST /api/desk/:campaign/release': {
    status: [401, 403, 422, 422],
    path: '/api/desk/verbs/release',
    json: { select: 0, decline: 0 },
    note: '422: wants the campaign typed',
  },
  'POST /api/desk/:campaign/window': {
    status: [401, 403, 403, 412],
    path: '/api/desk/verbs/window',
    json: { kind: 'enrol', turn: 'open', ver: 99 },
    note: '412: may, but the version is stale',
  },
  'GET /api/desk/:campaign/clone': { status: [401, 403, 403, 200], path: '/api/desk/verbs/clone' },
  'POST /api/desk/:campaign/clone': { status: [401, 403, 403, 422], path: '/api/desk/verbs/clone', json: {}, note: '422: wants an id and a name' },
  'GET /api/desk/:campaign/export': { status: [401, 403, 200, 200], path: '/api/desk/verbs/export' },
  'GET /api/desk/:campaign/minutes': { status: [401, 403, 200, 200], path: '/api/desk/verbs/minutes' },
  'GET /api/desk/mails/templates': { status: [401, 200, 200, 200], path: '/api/desk/mails/templates?campaign=verbs' },
  'POST /api/desk/mails/preview': { status: [401, 403, 200, 200], json: { campaign: 'verbs', template: 'mailSubmit' } },
  'POST /api/desk/mails/test': { status: [401, 403, 200, 200], json: { campaign: 'verbs', template: 'mailSubmit' }, note: 'to one’s own address' },
  'POST /api/desk/mails/recipients': { status: [401, 403, 200, 200], json: { campaign: 'verbs', kind: 'free' } },
  'GET /api/desk/mails/batches': { status: [401, 403, 200, 200], path: '/api/desk/mails/batches?campaign=verbs' },
  'POST /api/desk/mails/batches': { status: [401, 403, 422, 422], json: { campaign: 'verbs', kind: 'free' }, note: '422: no text' },
  'GET /api/desk/mails/batches/:id': { status: [401, 403, 404, 404], path: '/api/desk/mails/batches/none' },
  'DELETE /api/desk/mails/batches/:id': { status: [401, 403, 404, 404], path: '/api/desk/mails/batches/none' },
  'POST /api/desk/mails/batches/:id/release': { status: [401, 403, 404, 404], path: '/api/desk/mails/batches/none/release', json: {} },
  'POST /api/desk/mails/batches/:id/stop': { status: [401, 403, 404, 404], path: '/api/desk/mails/batches/none/stop', json: {} },
  'PUT /api/desk/mails/batches/:id/mails/:mail': {
    status: [401, 403, 404, 404],
    path: '/api/desk/mails/batches/none/mails/none',
    json: { subject: 'x', body: 'x', ver: 1 },
  },
  'DELETE /api/desk/mails/batches/:id/mails/:mail': { status: [401, 403, 404, 404], path: '/api/desk/mails/batches/none/mails/none' },
  'GET /api/desk/mails/outbox': { status: [401, 403, 200, 200], path: '/api/desk/mails/outbox?campaign=verbs' },
  'POST /api/desk/mails/outbox/:id/retry': { status: [401, 403, 404, 404], path: '/api/desk/mails/outbox/none/retry', json: {} },
  'POST /api/desk/mails/outbox/:id/stop': { status: [401, 403, 404, 404], path: '/api/desk/mails/outbox/none/stop', json: {} },
  'GET /api/invariants': { status: [401, 403, 403, 200] },
  'POST /api/invariants/repair': { status: [401, 403, 403, 404], json: { invariant: 'totals', object: 'none', mode: 'check' } },
  'GET /api/pb/:object': { status: [401, 200, 200, 200], path: '/api/pb/company' },
  'POST /api/pb/:object': { status: [401, 403, 201, 201], path: '/api/pb/company', json: company },
  'GET /api/pb/:object/export': { status: [401, 403, 200, 200], path: '/api/pb/company/export?format=json' },
  'GET /api/pb/:object/sums': { status: [401, 200, 200, 200], path: '/api/pb/sales_order/sums?filter={}' },
  'GET /api/pb/:object/figures': { status: [401, 200, 200, 200], path: '/api/pb/film/figures?of=["year"]' },
  'GET /api/pb/:object/groups': { status: [401, 200, 200, 200], path: '/api/pb/film/groups?by=rating&of=["year"]' },
  'GET /api/pb/:object/counts': { status: [401, 200, 200, 200], path: '/api/pb/film/counts?of=[{"rating":"[R]"}]' },
  'GET /api/pb/:object/deletion': { status: [401, 403, 403, 200], path: '/api/pb/company/deletion?filter={"id":["seen"]}', note: 'those who may delete' },
  'GET /api/pb/:object/:id': { status: [401, 200, 200, 200], path: '/api/pb/company/seen' },
  'GET /api/pb/:object/:id/history': { status: [401, 200, 200, 200], path: '/api/pb/company/seen/history' },
  'GET /api/pb/:object/:id/related': { status: [401, 200, 200, 200], path: '/api/pb/company/seen/related' },
  'GET /api/pb/:object/:id/neighbours': { status: [401, 200, 200, 200], path: '/api/pb/company/seen/neighbours' },
  'POST /api/pb/:object/likely': { status: [401, 200, 200, 200], path: '/api/pb/company/likely', json: { row: { name: 'Seen' } }, note: 'reads only' },
  'POST /api/pb/:object/:id/merge': {
    status: [401, 403, 403, 422],
    path: '/api/pb/company/seen/merge',
    json: { from: [] },
    note: 'those who may change and delete; the rows that point there too: tests/framework/api/records/merge',
  },
  'GET /api/pb/:object/:id/print': { status: [401, 404, 404, 404], path: '/api/pb/company/seen/print', note: 'companies have no printed form' },
  'PUT /api/pb/:object/:id': {
    status: [401, 403, 412, 412],
    path: '/api/pb/company/seen',
    json: { name: 'Other', ver: 99 },
    note: '412: may, but the version is stale',
  },
  'POST /api/pb/:object/:id/revert': {
    status: [401, 403, 428, 428],
    path: '/api/pb/company/seen/revert',
    json: { to: 1 },
    note: '428: may, but no version is named',
  },
  'POST /api/pb/:object/:id/restore': { status: [401, 403, 403, 404], path: '/api/pb/company/nothing/restore', json: {} },
  'GET /api/pb/:object/:id/actions': { status: [401, 200, 200, 200], path: '/api/pb/company/seen/actions' },
  'GET /api/pb/:object/:id/actions/:name': { status: [401, 403, 403, 200], path: '/api/pb/campaign/verbs/actions/export', note: 'a preview changes nothing' },
  'POST /api/pb/:object/:id/actions/:name': {
    status: [401, 403, 403, 422],
    path: '/api/pb/campaign/verbs/actions/export',
    json: {},
    note: '422: wants the name typed',
  },
  'POST /api/pb/:object/actions/:name': {
    status: [401, 403, 422, 422],
    path: '/api/pb/enrolment/actions/number',
    json: { ids: [] },
    note: '422: none named (K07)',
  },
  'DELETE /api/pb/:object/:id': { status: [401, 403, 403, 404], path: '/api/pb/company/nothing' },
  'DELETE /api/pb/:object': { status: [401, 403, 403, 200], path: `/api/pb/company?filter=${encodeURIComponent('{"id":["gone"]}')}` },
  // Last, for it ends the sessions.
  'POST /api/site/applicant/logout': { status: [200, 200, 200, 200], json: {} },
  'POST /api/site/jury/logout': { status: [200, 200, 200, 200], json: {} },
  'POST /api/auth/logout': { status: [200, 200, 200, 200], json: {} },
};

/** Rows of accounts: nobody but the administrator writes them, and nobody deletes their own (P03). */
const accounts: { title: string; method: string; path: string; json?: unknown; status: [number, number, number, number] }[] = [
  { title: 'GET another’s account', method: 'GET', path: '/api/pb/user/op', status: [401, 200, 200, 200] },
  { title: 'PUT one’s own account', method: 'PUT', path: '/api/pb/user/{who}', json: { roles: ['[]'], ver: 1 }, status: [401, 403, 403, 200] },
  { title: 'PUT another’s account', method: 'PUT', path: '/api/pb/user/gs', json: { name: 'Taken', ver: 99 }, status: [401, 403, 403, 412] },
  { title: 'DELETE one’s own account', method: 'DELETE', path: '/api/pb/user/{who}', status: [401, 403, 403, 422] },
];

describe('every route × who asks', () => {
  let server: TestServer;
  /** ms that the server's clock is ahead */
  let ahead = 0;
  let routes: string[];
  let clients: Record<Who, Client>;
  const ids: Record<Who, string> = { anonymous: 'nobody', guest: 'gs', operator: 'op', administrator: 'admin', applicant: 'ap', juror: 'ju' };

  beforeAll(async () => {
    server = await startServer({ now: () => new Date(Date.now() + ahead) });
    const pages = { development: false, html: async () => '', assets: () => undefined };
    routes = routesOf(
      buildApp({
        ...server.tools,
        metrics: new Metrics(),
        pages,
        messages: readMessages(server.tools.config.localesDir),
        build: '',
        demo: false,
        asRefusal: () => undefined,
      }),
    );
    clients = {
      anonymous: server.anonymous,
      applicant: server.anonymous,
      juror: server.anonymous,
      guest: await server.signIn('gs'),
      operator: await server.signIn('op'),
      administrator: await server.signIn('admin'),
    };
    await clients.administrator('/api/pb/company', { method: 'POST', json: { id: 'seen', name: 'Seen', type: 1 } });
    await clients.administrator('/api/pb/campaign', { method: 'POST', json: { id: 'verbs', cna: 'Verbs', maxSel: 3 } });
    await addApplicant(server, 'applicant@example.com');
    await addJuror(server, 'verbs', 'juror@example.com');
    clients.applicant = await signInApplicant(server, 'applicant@example.com');
    clients.juror = await signInJuror(server, 'juror@example.com');
  });
  afterAll(() => server.stop());

  const ask = async (who: Who, method: string, path: string, line: { json?: unknown; secret?: boolean }) => {
    const fill = (text: string) => text.replaceAll('{who}', ids[who]);
    const json = line.json === undefined ? undefined : JSON.parse(fill(JSON.stringify(line.json)));
    const headers = line.secret ? { secret: server.secret() } : undefined;
    const answer = await clients[who](fill(path), { method, json, headers });
    // A refusal says what it has to say: no place of its sentence is left open.
    if (answer.status >= 400) expect(await answer.text(), `${method} ${path}`).not.toMatch(/"message":"[^"]*\{\w+\}/);
    return answer.status;
  };

  it('P01 every route has a row, and every row its route', () => {
    expect([...routes].sort()).toEqual(Object.keys(table).sort());
  });

  it.each(accounts)('P01 P03 $title', async ({ method, path, json, status }) => {
    const seen = [];
    for (const who of everybody) seen.push(await ask(who, method, path, { json }));
    expect(seen).toEqual([...status, status[0], status[0]]);
  });

  it.each(Object.entries(table))('P01 P02 %s', async (route, line) => {
    const [method = '', path = ''] = route.split(' ');
    // Tokens that open nothing are counted by the minute.
    if (path.startsWith('/api/my/')) ahead += 61_000;
    const seen = [];
    for (const who of everybody) seen.push(await ask(who, method, line.path ?? path, line));
    expect(seen).toEqual([...line.status, ...(line.visitors ?? [line.status[0], line.status[0]])]);
  });
});

describe('what caches are told', () => {
  const origin = 'https://app.example.com';
  let server: TestServer;
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = await startServer({ env: { CORS_ORIGINS: origin, KEY_RATE: '1000' } });
    const admin = await server.signIn('admin');
    const { token } = (await (await admin('/api/keys', { method: 'POST', json: { name: 'Cached', roles: ['[]'], scope: 'all' } })).json()).data;
    headers = { Authorization: `Bearer ${token}`, Origin: origin, 'Accept-Encoding': 'gzip, br' };
  });
  afterAll(() => server.stop());

  const asked = async (path: string) => {
    const answer = await server.anonymous(path, { headers });
    const vary = (answer.headers.get('Vary') ?? '').toLowerCase().split(/\s*,\s*/);
    const missing = ['origin', 'authorization', ...(answer.headers.has('Content-Encoding') ? ['accept-encoding'] : [])].filter((name) => !vary.includes(name));
    return { status: answer.status, isAllowed: answer.headers.get('Access-Control-Allow-Origin') === origin, missing };
  };
  const reading = Object.entries(table).filter(([route]) => /^GET \/(api|get)\//.test(route));

  it('each answer that one origin is shown says that another is not', async () => {
    const paths = reading.map(([route, { path }]) => (path ?? route.slice(4)).replaceAll('{who}', 'admin')).filter((path) => !path.includes(':'));
    const [{ name, validator }] = (await (await server.anonymous('/api/objects', { headers })).json()) as [{ name: string; validator: string }];
    const wrong: string[] = [];
    for (const path of [...paths, `/api/objects/${name}/validator-${validator}.js`]) {
      const { isAllowed, missing, status } = await asked(path);
      if (!isAllowed || missing.length) wrong.push(`${path} ${status} ${isAllowed ? missing : 'not shown'}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Routes that are fired at together. */
const atOnce = 6;

describe('requests that no normal client sends', () => {
  let server: TestServer;
  let ahead = 0;
  let headers: Record<string, string>;
  let slow: Promise<number>;
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);

  beforeAll(async () => {
    process.on('unhandledRejection', note).on('uncaughtException', note);
    server = await startServer({ now: () => new Date(Date.now() + ahead) });
    slow = slowHead(server.url);
    const admin = await server.signIn('admin');
    await admin('/api/pb/company', { method: 'POST', json: { id: 'seen', name: 'Seen', type: 1 } });
    await admin('/api/pb/campaign', { method: 'POST', json: { id: 'verbs', cna: 'Verbs', maxSel: 3 } });
    await addApplicant(server, 'applicant@example.com');
    await addJuror(server, 'verbs', 'juror@example.com');
    const cookies = [admin, await signInApplicant(server, 'applicant@example.com'), await signInJuror(server, 'juror@example.com')].map(({ cookie }) => cookie);
    headers = { cookie: cookies.join('; ') };
  });
  afterAll(async () => {
    process.off('unhandledRejection', note).off('uncaughtException', note);
    await server?.stop();
  });

  it('V43 a piece longer than the announced file is 413, and the connection and the upload go on', async () => {
    const admin = server.withCookie(headers.cookie ?? '');
    const begun = await admin('/api/uploads', { method: 'POST', json: { object: 'film', id: '', field: 'videos', fileName: 'a.mp4', size: 1_000 } });
    const { id } = (await begun.json()).data;
    const path = `/api/uploads/${id}?offset=0`;
    const octets = { ...headers, 'content-type': 'application/octet-stream' };
    const bytes = Buffer.alloc(200_000, 'x');
    expect(
      await shoot(server.url, { name: '', method: 'PATCH', path, headers: { ...octets, 'content-length': bytes.length }, body: bytes, after: 'wait' }),
    ).toBe(413);
    // Nothing of it has to be sent for the answer.
    expect(await shoot(server.url, { name: '', method: 'PATCH', path, headers: { ...octets, 'content-length': bytes.length }, after: 'wait' })).toBe(413);
    const chunks = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
    expect(
      await shoot(server.url, { name: '', method: 'PATCH', path, headers: { ...octets, 'transfer-encoding': 'chunked' }, body: chunks, after: 'wait' }),
    ).toBe(413);
    expect((await (await admin(`/api/uploads/${id}`)).json()).data.offset).toBe(0);
    expect((await admin(`/api/uploads/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(unhandled).toEqual([]);
  });

  it('end no process, count as no fault of ours, and leave nothing open at any route', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = sockets();
    const faults: string[] = [];
    const fireAt = async ([route, line]: [string, Line]) => {
      const path = (line.path ?? route.split(' ')[1] ?? '').replaceAll('{who}', 'admin');
      const shots = shotsAt(route, path, { ...headers, secret: server.secret() });
      const seen = await Promise.all(shots.map(async (shot) => ({ name: shot.name, status: await shoot(server.url, shot) })));
      for (const { name, status } of seen) if (status !== undefined && status >= 500 && status !== 507) faults.push(`${route} ${name}: ${status}`);
    };
    // Those that end the sessions are the table's last.
    const lines = Object.entries(table);
    for (let at = 0; at < lines.length; at += atOnce) {
      ahead += 61_000; // what is counted by the minute shuts nobody out
      await Promise.all(lines.slice(at, at + atOnce).map(fireAt));
      if ((await server.anonymous('/healthz')).status !== 200) faults.push(`the server is gone after ${lines[at]?.[0]}`);
    }
    expect(faults).toEqual([]);
    await expect.poll(sockets).toBeLessThanOrEqual(before + 2); // those that the test itself keeps
    await expect.poll(() => readdirSync(server.tools.storage.incoming)).toEqual([]);
    if (process.platform === 'linux') await expect.poll(() => filesOpenIn(server.tools.storage.incoming)).toEqual([]);
    expect(unhandled).toEqual([]);
  }, 300_000);

  it('a head sent byte by byte is cut off after 15 s', async () => {
    const took = await slow;
    expect(took).toBeGreaterThan(5_000);
    expect(took).toBeLessThan(17_000);
  }, 30_000);
});

/** Sends a request's head slowly; gives the ms until the server has enough. */
function slowHead(url: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const began = Date.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ');
    const drip = setInterval(() => socket.write('x'), 500);
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      resolve(Date.now() - began);
    });
  });
}

function filesOpenIn(folder: string): string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // closed meanwhile
    }
  });
  return links.filter((link) => link.startsWith(folder));
}

/** What express keeps of a layer; it has no type for it. */
interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
  slash: boolean;
  match(path: string): boolean;
}

/** Where routers are mounted: a mounted router knows no path of its own, it can only be asked whether one is its. */
const mounts = [
  '/trash',
  '/views',
  '/reminders',
  '/notices',
  '/changes',
  '/keys',
  '/automations',
  '/webhooks',
  '/my',
  '/forum',
  '/vp',
  '/api',
  '/pb',
  '/objects',
  '/auth',
  '/oidc',
  '/config',
  '/site',
  '/desk',
  '/desk/mails',
  '/pairing',
  '/vpman',
  '/forum-day',
  '/release',
  '/applicant',
  '/jury',
  '/mails',
];

function routesOf(app: Express): string[] {
  const read = (layers: Layer[], prefix: string): string[] =>
    layers.flatMap((layer) => {
      if (layer.route) return Object.keys(layer.route.methods).map((method) => `${method.toUpperCase()} ${prefix}${layer.route?.path}`.replace(/\/$/, ''));
      if (!layer.handle.stack) return [];
      const mount = layer.slash ? '' : mounts.find((path) => layer.match(path));
      if (mount === undefined) throw new Error('a router is mounted at a path that this test does not know: add it to `mounts`');
      return read(layer.handle.stack, `${prefix}${mount}`);
    });
  const { stack } = app.router as unknown as { stack: Layer[] }; // untyped inside of express, read and never written
  return read(stack, '');
}
