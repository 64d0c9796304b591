// Addresses that menus may lead to. A page is added here when it is added to routes.ts: nothing leads nowhere.

const BUILT: ReadonlySet<string> = new Set(['/account/forgot', '/account/remove', '/settings/edit-profile', '/settings/change-password', '/settings/security', '/settings/sessions', '/account/request', '/account/terms', '/account/privacy', '/account/cookies', '/account/contract', '/help', '/', '/posts', '/wallet', '/earnings']);

export const isBuilt = (path: string): boolean => BUILT.has(path);
