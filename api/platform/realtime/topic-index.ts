// The index of topics: their members, and which topics belong to whom. No event and no change of
// access looks at any other socket.
import type { TopicKey } from '@camarim/contract/events';
import type { ProfileId } from '@camarim/contract/ids';

type TopicMembers<M> = { members: Set<M>; ownerId: ProfileId | null };

export type TopicIndex<M> = {
  /** `ownerId`: whose content the topic is about; null for topics that access does not end. */
  enter(member: M, key: TopicKey, ownerId: ProfileId | null): void;
  exit(member: M, key: TopicKey): void;
  membersOf(key: TopicKey): ReadonlySet<M> | undefined;
  /** Topics with members. */
  ownedBy(ownerId: ProfileId): readonly TopicKey[];
};

export const createTopicIndex = <M>(): TopicIndex<M> => {
  const topics = new Map<TopicKey, TopicMembers<M>>();
  const byOwner = new Map<ProfileId, Set<TopicKey>>();
  return {
    enter(member, key, ownerId) {
      const topic = topics.get(key);
      if (topic) return void topic.members.add(member);
      topics.set(key, { members: new Set([member]), ownerId });
      if (ownerId === null) return;
      const owned = byOwner.get(ownerId);
      if (owned) owned.add(key);
      else byOwner.set(ownerId, new Set([key]));
    },
    exit(member, key) {
      const topic = topics.get(key);
      if (!topic?.members.delete(member) || topic.members.size > 0) return;
      topics.delete(key);
      if (topic.ownerId === null) return;
      const owned = byOwner.get(topic.ownerId);
      owned?.delete(key);
      if (owned?.size === 0) byOwner.delete(topic.ownerId);
    },
    membersOf: (key) => topics.get(key)?.members,
    ownedBy: (ownerId) => [...(byOwner.get(ownerId) ?? [])],
  };
};
