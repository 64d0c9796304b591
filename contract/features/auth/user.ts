// The person behind a session, and what opening one answers.
import { z } from 'zod';
import { STAFF_ROLES } from '../../staff.ts';
import { id } from '../../wire.ts';
import { policyChange, policyName } from '../publics.ts';
import { sessionProfileSchema } from '../profiles/own-profile.ts';

/** The person behind the session. Source: specification section 3, User. */
export const userSchema = z
  .object({
    id: id('user'),
    email: z.string(),
    emailConfirmed: z.boolean(),
    sessionId: id('session'),
    /** True when a chat notification is unread: the red dot of MENSAGENS. */
    chatNotification: z.boolean(),
    /** Notifications that wait to be read, at most 100. */
    unreadNotifications: z.int(),
    admin: z.boolean(),
    /** What they may do at /dsb; null unless `admin`. */
    staffRole: z.enum(STAFF_ROLES).nullable(),
    /** Texts that change, and changed texts that wait for an agreement; usually none. */
    policyChanges: z.array(policyChange),
    /** For administrators: texts that are still the templates of the release. */
    templatePolicies: z.array(policyName).optional(),
    profile: sessionProfileSchema,
  })
  .meta({ id: 'User' });

export const sessionReply = z
  .object({ token: z.string(), refreshToken: z.string(), user: userSchema })
  .meta({ id: 'Session' });
