// The current user, as GET /auth returns it.
import type { userSchema } from '@camarim/contract/features/auth';
import type { z } from 'zod';
import type { Services } from '../../feature.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { viewOwnProfile } from '../profiles/index.ts';
import { templatePolicies, viewChanges } from '../publics/index.ts';
import { isReleasedAddress } from '../accounts/index.ts';
import { loadUser } from './store.ts';

export type User = z.input<typeof userSchema>;

export const viewCurrentUser = async (
  ctx: Ctx,
  viewer: Pick<Viewer, 'userId' | 'profileId' | 'sessionId' | 'admin' | 'staffRole' | 'place'>,
): Promise<User> => {
  const { profileId } = viewer;
  const [user, profile, policyChanges] = await Promise.all([
    loadUser(ctx.db, viewer),
    viewOwnProfile(ctx, profileId),
    viewChanges(ctx, profileId),
  ]);
  if (!user) throw new AppError('auth.required');
  return {
    id: viewer.userId,
    email: isReleasedAddress(user.email) ? '' : user.email,
    emailConfirmed: user.email_confirmed_at !== null,
    sessionId: viewer.sessionId,
    unreadNotifications: user.unread,
    // Who has just logged in loads the page again, which asks (GET /auth).
    chatNotification: false,
    admin: viewer.admin,
    staffRole: viewer.staffRole,
    policyChanges,
    ...(viewer.admin && { templatePolicies: templatePolicies() }),
    profile,
  };
};

/** The current user with the flag of unread messages. */
export const viewSession = async (
  ctx: Ctx,
  { hasUnreadChats }: Pick<Services, 'hasUnreadChats'>,
  viewer: Viewer,
): Promise<User> => {
  const [user, chatNotification] = await Promise.all([
    viewCurrentUser(ctx, viewer),
    hasUnreadChats(viewer),
  ]);
  return { ...user, chatNotification };
};
