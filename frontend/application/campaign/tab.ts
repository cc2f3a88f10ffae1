/** What every tab is given. */
export interface TabProps {
  /** the campaign's id */
  campaign: string;
}
