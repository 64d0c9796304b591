// What the side menu offers to whom. Source: specification section 2, side menu.
import { m } from '../../paraglide/messages.js';
import { isRestricted, type User } from '../../client/session/session.ts';
import { pageExists } from './existing-pages.ts';

export type MenuIcon =
  | 'wallet'
  | 'subscriptions'
  | 'profile'
  | 'password'
  | 'help'
  | 'security'
  | 'sessions'
  | 'live'
  | 'posts'
  | 'vault'
  | 'calendar'
  | 'bank'
  | 'earnings'
  | 'notes'
  | 'blocked'
  | 'options'
  | 'plan'
  | 'geoblocking'
  | 'performers'
  | 'follows'
  | 'request'
  | 'feed'
  | 'saved'
  | 'search'
  | 'dsbProducers'
  | 'dsbAges'
  | 'dsbPerformers'
  | 'dsbHelp'
  | 'dsbReports'
  | 'dsbTransactions'
  | 'dsbDebts'
  | 'dsbMedias';

export type MenuEntry = { key: MenuIcon; to: string; text: string };
export type MenuSection = { key: string; title: string; entries: readonly MenuEntry[] };

const settings = (): MenuEntry[] => [
  { key: 'profile', to: '/settings/edit-profile', text: m.menu_edit_profile() },
  { key: 'password', to: '/settings/change-password', text: m.menu_change_password() },
];

const blocked = (): MenuEntry => ({
  key: 'blocked',
  to: '/settings/blocked-profiles',
  text: m.menu_blocked(),
});

const safety = (): MenuEntry[] => [
  { key: 'security', to: '/settings/security', text: m.menu_security() },
  { key: 'sessions', to: '/settings/sessions', text: m.sessions_title() },
];

const follows = (): MenuEntry => ({
  key: 'follows',
  to: '/settings/follows',
  text: m.menu_follows(),
});

const search = (): MenuEntry => ({ key: 'search', to: '/search', text: m.search_title() });

const saved = (): MenuEntry => ({ key: 'saved', to: '/posts/saved', text: m.kept_title() });

const wallet = (): MenuEntry => ({ key: 'wallet', to: '/wallet', text: m.menu_wallet() });

const subscriptions = (): MenuEntry => ({
  key: 'subscriptions',
  to: '/settings/subscriptions',
  text: m.menu_subscriptions(),
});

const help = (): MenuEntry => ({ key: 'help', to: '/help', text: m.menu_help() });

const earnings = (): MenuEntry => ({ key: 'earnings', to: '/earnings', text: m.menu_earnings() });

const bank = (): MenuEntry => ({ key: 'bank', to: '/bank', text: m.menu_bank() });

const studio = (): MenuEntry[] => [
  { key: 'live', to: '/live', text: m.menu_live() },
  { key: 'posts', to: '/posts', text: m.menu_posts() },
  { key: 'calendar', to: '/posts/calendar', text: m.calendar_title() },
  { key: 'vault', to: '/posts/vault', text: m.vault_title() },
  { key: 'performers', to: '/settings/performers', text: m.performers_title() },
  earnings(),
  { key: 'plan', to: '/options/plan', text: m.menu_plan() },
  bank(),
  { key: 'notes', to: '/settings/notes', text: m.menu_notes() },
  blocked(),
  { key: 'options', to: '/options', text: m.menu_options() },
  { key: 'geoblocking', to: '/settings/geoblocking', text: m.menu_geoblocking() },
];

const dashboard = (): MenuEntry[] => [
  { key: 'dsbReports', to: '/dsb/reports', text: m.dsb_reports_title() },
  { key: 'dsbProducers', to: '/dsb/producer', text: m.dsb_producers_title() },
  { key: 'dsbPerformers', to: '/dsb/performers', text: m.dsb_performers_title() },
  { key: 'dsbAges', to: '/dsb/age', text: m.dsb_ages_title() },
  { key: 'dsbHelp', to: '/dsb/help', text: m.dsb_help_title() },
  { key: 'dsbTransactions', to: '/dsb/transactions', text: m.dsb_transactions_title() },
  { key: 'dsbDebts', to: '/dsb/debts', text: m.dsb_debts_title() },
  { key: 'dsbMedias', to: '/dsb/medias', text: m.dsb_medias_title() },
];

const sectionsOf = (user: User | null): MenuSection[] => {
  if (!user)
    return [
      {
        key: 'join',
        title: '',
        entries: [{ key: 'request', to: '/account/request', text: m.become_model() }],
      },
    ];
  const { producer, producerStage } = user.profile;
  const account: MenuSection = {
    key: 'account',
    title: '',
    entries: [wallet(), subscriptions(), follows(), saved(), search()],
  };
  const own: MenuSection = {
    key: 'settings',
    title: m.menu_settings(),
    entries: [...settings(), ...safety(), ...(producer ? [] : [blocked()]), help()],
  };
  if (producer) return [account, { key: 'studio', title: m.menu_studio(), entries: studio() }, own];
  // The home page says where a request stands and how to ask again.
  if (!isRestricted(user))
    return [
      {
        ...account,
        entries: [
          ...account.entries,
          { key: 'request', to: '/account/request', text: m.become_model() },
        ],
      },
      own,
    ];
  return producerStage === 'suspended'
    ? [account, { key: 'studio', title: m.menu_studio(), entries: [earnings(), bank()] }, own]
    : [account, own];
};

/**
 * Sections for this person, without entries whose page does not exist yet and without empty
 * sections.
 */
export const menuOf = (
  user: User | null,
  exists: (path: string) => boolean = pageExists,
): MenuSection[] =>
  [
    ...sectionsOf(user),
    ...(user?.admin ? [{ key: 'dashboard', title: m.menu_dashboard(), entries: dashboard() }] : []),
  ]
    .map((section) => ({ ...section, entries: section.entries.filter(({ to }) => exists(to)) }))
    .filter(({ entries }) => entries.length > 0);
