// The index of topics: their members, and which topics belong to whom. No event and no change of
// access looks at any other socket.
import type { TopicKey } from '@camarim/contract/events';
import type { ProfileId } from '@camarim/contract/ids';

type Room<M> = { members: Set<M>; ownerId: ProfileId | null };

export type Rooms<M> = {
  /** `ownerId`: whose content the topic is about; null for topics that access does not end. */
  enter(member: M, key: TopicKey, ownerId: ProfileId | null): void;
  exit(member: M, key: TopicKey): void;
  membersOf(key: TopicKey): ReadonlySet<M> | undefined;
  /** Topics with members. */
  ownedBy(ownerId: ProfileId): readonly TopicKey[];
};

export const createRooms = <M>(): Rooms<M> => {
  const rooms = new Map<TopicKey, Room<M>>();
  const byOwner = new Map<ProfileId, Set<TopicKey>>();
  return {
    enter(member, key, ownerId) {
      const room = rooms.get(key);
      if (room) return void room.members.add(member);
      rooms.set(key, { members: new Set([member]), ownerId });
      if (ownerId === null) return;
      const owned = byOwner.get(ownerId);
      if (owned) owned.add(key);
      else byOwner.set(ownerId, new Set([key]));
    },
    exit(member, key) {
      const room = rooms.get(key);
      if (!room?.members.delete(member) || room.members.size > 0) return;
      rooms.delete(key);
      if (room.ownerId === null) return;
      const owned = byOwner.get(room.ownerId);
      owned?.delete(key);
      if (owned?.size === 0) byOwner.delete(room.ownerId);
    },
    membersOf: (key) => rooms.get(key)?.members,
    ownedBy: (ownerId) => [...(byOwner.get(ownerId) ?? [])],
  };
};
