// /dsb/producer/{token?}, which the specification and emails name, /dsb/performers and /dsb/age:
// they lead to the one queue of identity checks.
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { requireStaff, staffClientLoader } from '../../dsb/index.ts';

const STATES: Readonly<Record<string, string>> = { requested: 'waiting' };

/** The address of the queue for one of the addresses above. */
export const queueAddress = ({ pathname, searchParams }: URL): string => {
  const [, , page = '', token] = pathname.replace(/\.data$/, '').split('/');
  const search = new URLSearchParams({ kind: page === 'performers' ? 'performer' : page });
  const state = searchParams.get('stage') ?? searchParams.get('review');
  const id = searchParams.get('id');
  if (state) search.set('state', STATES[state] ?? state);
  if (id) search.set('id', id);
  if (token) search.set('token', decodeURIComponent(token));
  return `/dsb/verifications?${search}`;
};

type Args = Pick<LoaderFunctionArgs, 'url'>;

export const loader = async ({ url }: Args) => {
  requireStaff(await requestScope().user(), 'identity.read');
  return redirect(queueAddress(url));
};
const clientOnly = staffClientLoader('identity.read');

export const clientLoader = async ({ url }: Args) => {
  await clientOnly();
  return redirect(queueAddress(url));
};

export default function QueueAddress() {
  return null;
}
