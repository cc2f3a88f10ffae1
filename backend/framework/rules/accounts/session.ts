/** When a session ends (safety section 8). Pure; times in ms. */
export const sessionIdle = 60 * 60 * 1000;
export const sessionTotal = 12 * 60 * 60 * 1000;

/** Whether a session made and last used at these instants is still valid. */
export function isSessionAlive(session: { createdAt: number; usedAt: number }, now: number): boolean {
  return now < session.usedAt + sessionIdle && now < session.createdAt + sessionTotal;
}
