/** The realms of the public site, whose people sign in on its pages. Pure. */
export type SiteRealm = 'applicant' | 'jury';
