import type { Row } from '#codegen/model.ts';

/** The demo's staff: one of each role, with passwords that the start prints. */
export const demoUsers: readonly (Row & { id: string; name: string; pw: string; roles: string[] })[] = [
  { id: 'admin', name: '管理員 Admin', pw: 'demo-admin', email: 'admin@example.com', roles: ['[]'], lang: 'tw', comment: '示範帳號 Demo account' },
  { id: 'operator', name: '林小川', pw: 'demo-operator', email: 'operator@example.com', roles: ['[op]'], lang: 'tw', comment: '示範帳號 Demo account' },
  { id: 'guest', name: 'Gwen Guest', pw: 'demo-guest', email: 'guest@example.com', roles: ['[gs]'], lang: 'en', comment: '示範帳號 Demo account' },
];
