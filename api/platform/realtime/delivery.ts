// From the bus to the sockets of an audience, each event encoded once however many sockets get it.
import type { PostId, ProfileId, SessionId } from '@camarim/contract/ids';
import { LOCALES, type Locale } from '@camarim/contract/limits';
import type { RealtimeMessage } from '../bus/port.ts';
import { text } from '../text/text.ts';
import type { RealtimeServer } from './realtime.ts';

export const profileRoom = (profileId: ProfileId): string => `profile:${profileId}`;
export const profileLocaleRoom = (profileId: ProfileId, locale: Locale): string =>
  `profile:${profileId}:${locale}`;
/** Who looks at the profile's page. */
export const watchRoom = (profileId: ProfileId): string => `watch:${profileId}`;
/** Who follows the comments of the post. */
export const postRoom = (postId: PostId): string => `post:${postId}`;
export const sessionRoom = (sessionId: SessionId): string => `session:${sessionId}`;

/**
 * Wraps the payload as `{ success, data, message? }`; a message is told to each socket in its
 * language.
 */
export const deliver = (
  io: RealtimeServer,
  { event, audience, payload, message, watchers = false, post }: RealtimeMessage,
): void => {
  if (!message) {
    const rooms = audience.flatMap((id) =>
      watchers ? [profileRoom(id), watchRoom(id)] : [profileRoom(id)],
    );
    emitTo(io, post === undefined ? rooms : [...rooms, postRoom(post)], event, {
      success: true,
      data: payload,
    });
    return;
  }
  for (const locale of LOCALES) {
    const envelope = {
      success: true as const,
      data: payload,
      message: text(locale, message.key, message.params),
    };
    emitTo(
      io,
      audience.map((profileId) => profileLocaleRoom(profileId, locale)),
      event,
      envelope,
    );
  }
};

/**
 * Most events are for people who are not here, and encoding them would cost as much as if they
 * were.
 */
const emitTo = (
  io: RealtimeServer,
  rooms: readonly string[],
  event: RealtimeMessage['event'],
  envelope: { success: true; data: unknown },
): void => {
  const here = rooms.filter((room) => io.of('/').adapter.rooms.has(room));
  // Without a room it would go to everybody.
  if (here.length > 0) io.to(here).emit(event, envelope);
};
