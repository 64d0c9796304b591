// Pure rules of rooms: what a person is there, and who may write.
import type { WRITING_REFUSALS, RoomRole } from '@camarim/contract/features/lives/room';
import type { z } from 'zod';
import type { roomSettingsSchema } from '@camarim/contract/features/lives/room';
import type { RoomRow } from './room-store.ts';

export type RoomSettings = z.input<typeof roomSettingsSchema>;

/** The settings of a producer who set none. */
export const DEFAULT_SETTINGS: RoomSettings = { slowSeconds: 0, audience: 'everyone' };

export const settingsOf = ({
  slow_seconds,
  audience,
}: Pick<RoomRow, 'slow_seconds' | 'audience'>): RoomSettings =>
  audience === null || slow_seconds === null
    ? DEFAULT_SETTINGS
    : { slowSeconds: slow_seconds as RoomSettings['slowSeconds'], audience };

export type Refusal = (typeof WRITING_REFUSALS)[number];

const AUDIENCE_REFUSALS = {
  followers: 'live.followersOnly',
  subscribers: 'live.subscribersOnly',
  tippers: 'live.tippersOnly',
} as const satisfies Record<Exclude<RoomSettings['audience'], 'everyone'>, Refusal>;

/**
 * Why the person may not write, whatever the time; null: they may. A subscriber counts as a
 * follower.
 */
export const writingRefusal = (
  role: RoomRole,
  row: Pick<RoomRow, 'muted' | 'follows' | 'subscribes' | 'tipped' | 'slow_seconds' | 'audience'>,
): Exclude<Refusal, 'live.slowMode'> | null => {
  if (role !== 'watcher') return null;
  if (row.muted) return 'live.muted';
  const { audience } = settingsOf(row);
  if (audience === 'everyone') return null;
  const belongs = {
    followers: row.follows || row.subscribes,
    subscribers: row.subscribes,
    tippers: row.tipped,
  }[audience];
  return belongs ? null : AUDIENCE_REFUSALS[audience];
};
