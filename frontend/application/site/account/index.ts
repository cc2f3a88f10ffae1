/** Accounts on the public site: the signed-in visitor, the panel to sign in or register, and the menu of one's own account. */
export { AccountMenu } from './AccountMenu.tsx';
export type { AccountMenuProps } from './account-menu-props.ts';
export { SignInPanel, type SignInPanelProps } from './SignInPanel.tsx';
export { type FactsOf, isNobody, type Me, useMe } from './use-me.ts';
