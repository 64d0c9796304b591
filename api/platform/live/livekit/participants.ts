// LiveKit's participants as publishers and viewers of our rooms.
import { type ParticipantInfo, ParticipantInfo_State, TrackType } from '@livekit/protocol';
import { z } from 'zod';
import type { LiveEventBody, LivePeer, LiveRole } from '../port.ts';

/** A recorder is a receiver of ours, of which outputs are made; it is no viewer. */
export type KitRole = LiveRole | 'recorder';

export type KitPeer = {
  peer: string;
  user: string;
  role: KitRole;
  /** Media can flow. */
  active: boolean;
  joinedMs: number;
  tracks: { sid: string; kind: 'audio' | 'video'; muted: boolean }[];
};

const metadataSchema = z.object({
  user: z.string(),
  role: z.enum(['publisher', 'viewer', 'recorder']),
});

/**
 * Identity of a participant; LiveKit keeps it with the participant and shows it to none of our
 * clients.
 */
export const metadataOf = (user: string, role: KitRole): string => JSON.stringify({ user, role });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Null for one that we did not let in, such as an operator's recorder. */
export const peerOf = (info: ParticipantInfo): KitPeer | null => {
  const known = metadataSchema.safeParse(parse(info.metadata)).data;
  if (!known || info.state === ParticipantInfo_State.DISCONNECTED) return null;
  return {
    ...known,
    peer: info.identity,
    active: info.state === ParticipantInfo_State.ACTIVE,
    joinedMs: Number(info.joinedAtMs) || Number(info.joinedAt) * 1_000,
    tracks: info.tracks.map(({ sid, type, muted }) => ({
      sid,
      kind: type === TrackType.AUDIO ? 'audio' : 'video',
      muted,
    })),
  };
};

/** LiveKit counts a publisher in before its tracks are there. */
export const isUp = ({ role, active, tracks }: KitPeer): boolean =>
  active && (role !== 'publisher' || tracks.length > 0);

export const toLivePeer = ({ peer, user, joinedMs }: KitPeer, nowMs: number): LivePeer => ({
  peer,
  user,
  connectedMs: Math.max(0, nowMs - joinedMs),
  silentMs: 0,
});

/** What happened between two polls of a room; `ends` says why peers went, where that is known. */
export const happeningsBetween = (
  room: string,
  before: readonly KitPeer[],
  after: readonly KitPeer[],
  ends: ReadonlyMap<string, 'left' | 'kicked' | 'replaced' | 'ended'>,
): LiveEventBody[] => {
  const up = (peers: readonly KitPeer[]) =>
    peers.flatMap((one) =>
      one.role !== 'recorder' && isUp(one) ? [{ ...one, role: one.role }] : [],
    );
  const [was, is] = [up(before), up(after)];
  const without = (some: typeof was, others: typeof was): typeof was =>
    some.filter(({ peer }) => !others.some((other) => other.peer === peer));
  return [
    ...without(was, is).map(({ peer, user, role }): LiveEventBody => ({
      type: `${role}.down`,
      room,
      peer,
      user,
      reason: ends.get(peer) ?? 'lost',
    })),
    ...without(is, was).map(({ peer, user, role }): LiveEventBody => ({
      type: `${role}.up`,
      room,
      peer,
      user,
    })),
  ];
};
