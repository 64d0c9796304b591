// Addresses that menus may lead to. A page is added here when it is added to routes.ts: nothing leads nowhere.

const BUILT: ReadonlySet<string> = new Set(['/account/forgot', '/account/remove', '/settings/edit-profile', '/settings/notes', '/settings/follows', '/options', '/settings/change-password', '/settings/security', '/settings/data', '/settings/sessions', '/settings/blocked-profiles', '/settings/geoblocking', '/settings/performers', '/dsb/performers', '/account/request', '/account/terms', '/account/privacy', '/account/cookies', '/account/contract', '/help', '/', '/options/plan', '/settings/subscriptions', '/posts', '/posts/vault', '/posts/calendar', '/search', '/posts/saved', '/wallet', '/earnings', '/bank', '/dsb/producer', '/dsb/age', '/dsb/help', '/dsb/reports', '/dsb/transactions', '/dsb/debts', '/dsb/medias']);

export const isBuilt = (path: string): boolean => BUILT.has(path);
