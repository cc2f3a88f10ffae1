/** The realms of the public site: the kinds of people who sign in on its pages. Pure. */
export type SiteRealm = 'applicant' | 'jury';
