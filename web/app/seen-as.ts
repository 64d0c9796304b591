// As whom the owner of a page looks at it: the parameter `as` of its address.
import { VIEW_AS, type ViewAs } from '@camarim/contract/limits';
import { redirect } from 'react-router';

export const seenAsOf = (request: Request): ViewAs | null => {
  const as = new URL(request.url).searchParams.get('as');
  return VIEW_AS.find((kind) => kind === as) ?? null;
};

const isForbidden = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'init' in error &&
  (error.init as ResponseInit | null)?.status === 403;

/** Only the owner may choose as whom they look; others are sent to the page as themselves. */
export const orAsOneself =
  (seenAs: ViewAs | null, address: string) =>
  (error: unknown): never => {
    if (seenAs && isForbidden(error)) throw redirect(address);
    throw error;
  };
