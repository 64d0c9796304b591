// The person behind a session, and what opening one answers.
import { z } from 'zod';
import { LOCALES } from '../limits.ts';
import { id } from '../wire.ts';
import { profileSchema } from './profiles.ts';

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
    profile: profileSchema.extend({
      defaultLanguage: z.enum(LOCALES).nullable(),
      celphone: z.string().nullable(),
      /** member -> requested -> approved | rejected -> suspended. */
      producerStage: z.enum(['member', 'requested', 'approved', 'rejected', 'suspended']),
    }),
  })
  .meta({ id: 'User' });

export const sessionReply = z.object({ token: z.string(), refreshToken: z.string(), user: userSchema }).meta({ id: 'Session' });
