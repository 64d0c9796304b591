// Opening a session: what is sent, and how the page starts anew in it.
import { call, type Data } from '../../shell/api/api.ts';
import { preferenceCookie } from '../../shell/preferences.ts';

/** Refusals the dialogs show themselves. */
const OWN = [400, 401, 409, 429];

export const logIn = (credentials: { username: string; password: string; recapcha: string }) => call('POST /auth', { body: credentials, own: OWN });

export const register = (account: { username: string; email: string; password: string; name: string; recapcha: string }) => call('POST /auth/register', { body: account, own: OWN });

/** The session's cookies are set by the server; the language becomes the profile's, and everything is loaded anew. */
export const enter = ({ user }: Data<'POST /auth'>): void => {
  const { defaultLanguage } = user.profile;
  if (defaultLanguage) document.cookie = preferenceCookie('locale', defaultLanguage, window.location.protocol === 'https:');
  const url = new URL(window.location.href);
  url.searchParams.delete('dialog');
  window.location.replace(url);
};
