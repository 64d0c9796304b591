// Admin pages: respond with 404 to everyone except administrators.
import { data } from 'react-router';
import { currentUser } from '../../client/session/session.ts';

export const requireAdmin = (admin: boolean | undefined): null => {
  if (!admin) throw data(null, { status: 404 });
  return null;
};

export const adminClientLoader = async (): Promise<null> => requireAdmin(currentUser()?.admin);
