// The pages of the dashboard in groups, as its sidebar shows them.
import { m } from '../../paraglide/messages.js';
import type { MenuPath } from './menu.ts';

export const DASHBOARD_GROUPS: readonly { title: () => string; paths: readonly MenuPath[] }[] = [
  { title: m.dashboard_group_work, paths: ['/dsb', '/dsb/todo', '/dsb/help'] },
  { title: m.dashboard_group_people, paths: ['/dsb/users', '/dsb/verifications', '/dsb/team'] },
  {
    title: m.dashboard_group_content,
    paths: ['/dsb/reports', '/dsb/reviews', '/dsb/removals', '/dsb/lives', '/dsb/medias'],
  },
  {
    title: m.dashboard_group_money,
    paths: ['/dsb/transactions', '/dsb/orders', '/dsb/fraud', '/dsb/debts'],
  },
  {
    title: m.dashboard_group_rules,
    paths: ['/dsb/age-settings', '/dsb/legal-holds', '/dsb/packs', '/dsb/audit'],
  },
];
