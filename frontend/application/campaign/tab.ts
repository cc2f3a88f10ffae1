/** The properties that every tab of the dashboard gets. */
export interface TabProps {
  /** the campaign's id */
  campaign: string;
}
