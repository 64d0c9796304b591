// What the realtime server and its sockets know, for all files of this folder.
import type { PostId, ProfileId, SessionId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Server, Socket } from 'socket.io';
import type { GeoHeaders, Place } from '../http/place.ts';
import type { Requester } from '../http/viewer.ts';
import type { Platform } from '../platform.ts';

type SocketData = {
  profileId: ProfileId;
  sessionId: SessionId;
  place: Place;
  locale: Locale;
  expiresAtMs: number;
  viewedProfile: ProfileId | null;
  /** Joined posts with their owners; null while access is being checked and when it was refused. */
  posts: Map<PostId, ProfileId | null>;
};
type ClientEvents = {
  locale: (locale: unknown) => void;
  watch: (profileId: unknown) => void;
  follow: (postIds: unknown) => void;
};
type ServerEvents = Record<string, (envelope: object) => void>;
export type RealtimeServer = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>;
export type RealtimeSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

export type RealtimeOptions = Pick<Platform, 'bus' | 'presence' | 'clock' | 'log'> & {
  config: { publicUrl: string } & GeoHeaders;
  /**
   * Whether the requester may view a profile's page, and so receive its events. Default: no.
   */
  canViewProfile?: (requester: Requester, profileId: ProfileId) => Promise<boolean>;
  /** The owner of the post if the requester may read its comments, else null. Default: null. */
  canReadComments?: (requester: Requester, postId: PostId) => Promise<ProfileId | null>;
  /** Set by tests only. */
  tickMs?: number;
};
