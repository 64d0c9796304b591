// Delivers messages of the bus to the sockets of their audience; each event is encoded once for all
// sockets.
import type { PostId, ProfileId, SessionId } from '@camarim/contract/ids';
import { LOCALES, type Locale } from '@camarim/contract/limits';
import type { RealtimeMessage } from '../bus/port.ts';
import { text } from '../text/text.ts';
import type { RealtimeServer } from './sockets.ts';

export const profileRoom = (profileId: ProfileId): string => `profile:${profileId}`;
export const profileLocaleRoom = (profileId: ProfileId, locale: Locale): string =>
  `profile:${profileId}:${locale}`;
/** Sockets whose open page is this profile's. */
export const profilePageRoom = (profileId: ProfileId): string => `watch:${profileId}`;
/** Sockets that show this post, for its comments and counters. */
export const postRoom = (postId: PostId): string => `post:${postId}`;
export const sessionRoom = (sessionId: SessionId): string => `session:${sessionId}`;

/**
 * Wraps the payload as `{ success, data, message? }`; the message is in the language of each
 * socket.
 */
export const deliver = (
  io: RealtimeServer,
  { event, audience, payload, message, watchers = false, post }: RealtimeMessage,
): void => {
  if (!message) {
    const rooms = audience.flatMap((id) =>
      watchers ? [profileRoom(id), profilePageRoom(id)] : [profileRoom(id)],
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
 * Most recipients have no socket at this process, so rooms without sockets are skipped before the
 * event is encoded.
 */
const emitTo = (
  io: RealtimeServer,
  rooms: readonly string[],
  event: RealtimeMessage['event'],
  envelope: { success: true; data: unknown },
): void => {
  const here = rooms.filter((room) => io.of('/').adapter.rooms.has(room));
  // An empty list of rooms would send to all sockets.
  if (here.length > 0) io.to(here).emit(event, envelope);
};
