/** The realms of the public site: the kinds of people who sign in on its pages. Pure. */
export const siteRealms = ['applicant', 'jury'] as const;
export type SiteRealm = (typeof siteRealms)[number];
