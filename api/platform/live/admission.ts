// Who is admitted to a room, whichever engine has it.
import { LiveError, type LiveGrant, type LiveRoom } from './port.ts';

/** What of a room outlives its connections. */
export type RoomState = {
  settings: LiveRoom;
  /** Users, and the time (in ms since 1970) up to which grants of theirs are refused. */
  kicked: [string, number][];
  muted: ('audio' | 'video')[];
  /** Segments are made of it. */
  output?: boolean;
};

/** A grant with the time at which it was made, in ms since 1970. */
export type TimedGrant = Omit<LiveGrant, 'issuedAt' | 'expiresAt'> & { issuedMs: number };

/** Throws LiveError `refused` or `full`. */
export const checkGrant = (
  { settings, kicked }: Pick<RoomState, 'settings' | 'kicked'>,
  { user, role, issuedMs }: TimedGrant,
  viewerCount: number,
): void => {
  const kickedMs = kicked.find(([one]) => one === user)?.[1] ?? -Infinity;
  if (issuedMs <= kickedMs) throw new LiveError('refused', 'this user was removed from the room');
  const { publisher, viewers, maxViewers } = settings;
  const belongs =
    role === 'publisher' ? user === publisher : viewers === null || viewers.includes(user);
  if (!belongs) throw new LiveError('refused', 'this room is for other people');
  if (role === 'viewer' && viewerCount >= maxViewers) throw new LiveError('full');
};

/** Throws LiveError `refused` when the grant is over. */
export const timedGrant = ({ issuedAt, expiresAt, ...grant }: LiveGrant, now: Date): TimedGrant => {
  if (now >= expiresAt) throw new LiveError('refused', 'the grant has expired');
  return { ...grant, issuedMs: issuedAt.getTime() };
};
