/** The manifest of the application's backend: what the film company adds to the framework, each one line here. */

import { onStaffHost } from '#framework/api/accounts/staff.ts';
import { registerApplication } from '#framework/application.ts';
import { servesPublic } from '#rules/site.ts';
import { dashboardRouter } from './campaign/api.ts';
import { campaignOverlay } from './campaign/overlay.ts';
import { violationsOf } from './campaign/rules/invariants.ts';
import { askLengths } from './enrolment/actions/film-lengths.ts';
import { askImported } from './enrolment/actions/imported-lengths.ts';
import { mailDeadline, mailStep } from './enrolment/actions/mail-applicant.ts';
import { enrolmentForm } from './enrolment/print/print-enrolment.ts';
import { enrolmentStaffRouter } from './enrolment/staff-api.ts';
import { siteUploadsRouter } from './enrolment/uploads-api.ts';
import { forumRouter, wishSheetRouter } from './forum/api.ts';
import { forumDayRouter } from './forum-day/api.ts';
import { juryStaffRouter } from './jury/staff-api.ts';
import { followAddress } from './mailing/actions/follow-address.ts';
import { campaignMailsRouter } from './mailing/api.ts';
import { senderName } from './mailing/sender-name.ts';
import { overviewRouter } from './overview/api.ts';
import { pairingRouter } from './pairing/api.ts';
import { myRouter } from './personal/api.ts';
import { sendMyPage } from './personal/page.ts';
import { releaseRouter } from './release/api.ts';
import { myScheduleRouter } from './release/schedule-api.ts';
import { applicationRules } from './rules.ts';
import { salesOrderForm } from './sales/print/order-form.ts';
import { erasersAgain } from './site/actions/accounts/erase-again.ts';
import { mailErased } from './site/actions/accounts/mail-erased.ts';
import { carryOutErasures } from './site/actions/accounts/own-erasure.ts';
import { carryOutRetention } from './site/actions/accounts/retention.ts';
import { isVisitorsRow } from './site/actions/visitors-rows.ts';
import { siteRouter } from './site/api/index.ts';
import { campaignStyle, robots, sendSitePage, sitemap } from './site/api/pages.ts';
import { codeRouter } from './site/code-api.ts';
import { myToken } from './site/rules/routes.ts';
import { campaignTables } from './tables.ts';
import { verbs } from './verbs.ts';
import { viewingStaffRouter } from './viewing/api.ts';
import { sweepAddresses } from './viewing/data/watch.ts';
import { sendViewingPage } from './viewing/page.ts';
import { playerHosts } from './viewing/rules/player.ts';
import { viewingRouter } from './viewing/visit-api.ts';

/** The addresses from which a personal link was used are personal data. They are stored as long as a festival may ask whether a link was passed on, ms. */
const addressAge = 90 * 86_400_000;

registerApplication({
  rules: applicationRules,
  verbs,
  prints: { 'sales-order': salesOrderForm, enrolment: enrolmentForm },
  tables: campaignTables,
  violations: violationsOf,
  isVisitorsRow,
  // The page of the jury shows them.
  shownFiles: [{ object: 'jury', field: 'photo', isShown: ({ onSite, enabled }) => onSite === true && enabled === true }],
  async sweep(tools, now) {
    await sweepAddresses(tools.db, now - addressAge);
    await carryOutErasures(tools);
    await carryOutRetention(tools);
  },
  erasers: erasersAgain,
  overlay: campaignOverlay,
  beforeUpdate: askLengths,
  onStep: (tools) => {
    const [step, erased] = [mailStep(tools), mailErased(tools)];
    return async (tx, one) => (await step(tx, one)) || erased(tx, one);
  },
  onChange: (tools) => {
    const [deadline, address] = [mailDeadline(tools), followAddress(tools)];
    return async (tx, change) => {
      await deadline(tx, change);
      await address(tx, change);
    };
  },
  afterImport: askImported,
  senderOf: ({ db, registry }, mail) => senderName(db, { mail: registry.get('mail')?.model, campaign: registry.get('campaign')?.model }, mail),
  streams: (tools) => [
    ['/forum', wishSheetRouter(tools)],
    ['/site', siteUploadsRouter(tools)],
  ],
  calls: (tools) => [
    ['/pb', codeRouter(tools), enrolmentStaffRouter(tools)],
    ['/site', siteRouter(tools)],
    ['/my', myRouter(tools), myScheduleRouter(tools)],
    ['/desk', dashboardRouter(tools), juryStaffRouter(tools)],
    ['/pairing', pairingRouter(tools)],
    ['/vpman', viewingStaffRouter(tools)],
    ['/forum', forumRouter(tools)],
    ['/forum-day', forumDayRouter(tools)],
    ['/release', releaseRouter(tools)],
    ['/vp', viewingRouter(tools)],
    ['/desk/mails', onStaffHost, campaignMailsRouter(tools)],
    ['/', onStaffHost, overviewRouter(tools)],
  ],
  pages: {
    assets: (tools) => [
      ['/site/css/:campaign/:file', campaignStyle(tools)],
      ['/robots.txt', robots(tools)],
      ['/sitemap.xml', sitemap(tools)],
    ],
    async sendPage(tools, pages, req, res, nonce) {
      const token = servesPublic(req.site) ? myToken(req.site.route) : undefined;
      if (req.site.face === 'viewing') await sendViewingPage(tools, pages, req, res, nonce);
      else if (token !== undefined) await sendMyPage(tools, pages, req, res, { token, nonce });
      else await sendSitePage(tools, pages, req, res, nonce);
    },
    // A viewing page's password is sent by an HTML form.
    takesForm: (req) => req.site.face === 'viewing',
    // The composer shows a viewing page in an iframe of the same site.
    frames: { hosts: playerHosts, isOwn: (req) => req.site.face === 'viewing' && req.query.preview === '1' },
  },
});
