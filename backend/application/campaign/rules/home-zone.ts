/** The zone of the company's office, Taipei, which has no summer time; a campaign without one of its own is in it too. Pure. */
export const officeZone = 'GMT+8';
