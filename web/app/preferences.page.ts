// Stores a visitor's choice (gate, cookie notice, language, theme). A plain form works too, before
// or without JavaScript.
import { data, redirect } from 'react-router';
import type { Route } from './+types/preferences.page';
import { chosenPreferences, preferenceCookie } from '../client/preferences.ts';
import { proveAgeFor, safePath } from '../client/session/return-address.ts';
import { requestScope } from '../client/request-scope.server.ts';

const NO_FORM = new FormData();

/** What the form says; nothing when the request carries no form, or one that can't be read. */
const readForm = (request: Request): Promise<FormData> => request.formData().catch(() => NO_FORM);

const AGE_PAGE = '/account/age';

/** Verifiers that need nothing but a press: of a demonstration, and of members known as adults. */
const AT_ONCE = ['local', 'document'] as const;

/** The proof comes in a cookie that travels with the answer. */
const proveAge = async (): Promise<boolean> => {
  const { host, api, user } = requestScope();
  if (host.age.proven) return true;
  const offered = host.age.offers.map(({ id }) => id);
  for (const method of AT_ONCE) {
    if (method === 'document' ? !(await user()) : !offered.includes(method)) continue;
    const { status } = await api({
      method: 'POST',
      path: '/publics/age',
      headers: {},
      body: JSON.stringify({ method }),
    });
    if (status === 200) return true;
  }
  return false;
};

export const action = async ({ request }: Route.ActionArgs) => {
  const form = await readForm(request);
  const headers = new Headers();
  const secure = requestScope().host.publicUrl.startsWith('https:');
  for (const [name, value] of Object.entries(chosenPreferences(form)))
    headers.append('set-cookie', preferenceCookie(name, value, secure));
  // Some locations require a verified age: the visitor proves it here, or goes where they can.
  if (form.get('adult') === '1' && !(await proveAge()))
    return redirect(proveAgeFor(AGE_PAGE, safePath(form.get('back'))), { status: 303, headers });
  // The router asks for data; a form sent by the browser itself wants a page.
  const byRouter = new URL(request.url).pathname.endsWith('.data');
  return byRouter
    ? data(null, { headers })
    : redirect(safePath(form.get('back')), { status: 303, headers });
};

export const loader = () => redirect('/');
