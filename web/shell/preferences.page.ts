// Stores a visitor's choice (gate, cookie notice, language, theme). A plain form works too, before or without JavaScript.
import { data, redirect } from 'react-router';
import type { Route } from './+types/preferences.page';
import { chosenPreferences, preferenceCookie } from './preferences.ts';
import { requestScope } from './request-scope.server.ts';

/** A path of ours; anything else goes home. */
const safePath = (path: unknown): string => (typeof path === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/');

export const action = async ({ request }: Route.ActionArgs) => {
  const form = await request.formData();
  const headers = new Headers();
  const secure = requestScope().host.publicUrl.startsWith('https:');
  for (const [name, value] of Object.entries(chosenPreferences(form))) headers.append('set-cookie', preferenceCookie(name, value, secure));
  // The router asks for data; a form sent by the browser itself wants a page.
  const byRouter = new URL(request.url).pathname.endsWith('.data');
  return byRouter ? data(null, { headers }) : redirect(safePath(form.get('back')), { status: 303, headers });
};

export const loader = () => redirect('/');
