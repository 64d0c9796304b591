// The roles of the people who operate an installation at /dsb, and the rights of each. A route of
// administrators names the right that it needs; nothing else decides who may call it.

/**
 * `readOnly` sees what the others decide on. Documents, what is stored sealed, and reported
 * messages are for those who decide only.
 */
export const STAFF_ROLES = ['owner', 'finance', 'moderation', 'support', 'readOnly'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * `read`: sees the lists and cases of an area. `decide`: changes something in it. Identity:
 * documents of people, so a role that reads sees those too. Content: reports, media and live shows.
 */
export const STAFF_RIGHTS = [
  'overview.read',
  'users.read',
  'users.decide',
  'identity.read',
  'identity.decide',
  'content.read',
  'content.decide',
  'orders.read',
  'orders.decide',
  'help.read',
  'help.decide',
  'money.read',
  'money.decide',
  'settings.read',
  'settings.decide',
  'team.read',
  'team.decide',
  'audit.read',
  'packs.decide',
  'todo.decide',
] as const;
export type StaffRight = (typeof STAFF_RIGHTS)[number];

/** To decide about money, identity or power, which needs a recent proof of who decides. */
export const STEP_UP_RIGHTS: readonly StaffRight[] = [
  'users.decide',
  'identity.decide',
  'orders.decide',
  'money.decide',
  'settings.decide',
  'team.decide',
];

export const RIGHTS_OF: Record<StaffRole, readonly StaffRight[]> = {
  owner: STAFF_RIGHTS,
  finance: [
    'overview.read',
    'users.read',
    'money.read',
    'money.decide',
    'orders.read',
    'team.read',
    'todo.decide',
  ],
  moderation: [
    'users.read',
    'users.decide',
    'identity.read',
    'identity.decide',
    'content.read',
    'content.decide',
    'orders.read',
    'orders.decide',
    'help.read',
    'help.decide',
    'settings.read',
    'team.read',
    'todo.decide',
  ],
  support: [
    'users.read',
    'content.read',
    'orders.read',
    'orders.decide',
    'help.read',
    'help.decide',
    'team.read',
    'todo.decide',
  ],
  readOnly: STAFF_RIGHTS.filter((right) => right.endsWith('.read') && right !== 'identity.read'),
};

/** Whether a person of this role has the right; null is a person without any. */
export const hasRight = (role: StaffRole | null | undefined, right: StaffRight): boolean =>
  role !== null && role !== undefined && RIGHTS_OF[role].includes(right);

/** The roles that have a right. */
export const rolesWith = (right: StaffRight): StaffRole[] =>
  STAFF_ROLES.filter((role) => RIGHTS_OF[role].includes(right));
