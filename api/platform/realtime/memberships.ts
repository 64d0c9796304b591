// Which socket is in which topic, and whether it still may be. Access is checked when a topic is
// joined, when access changes, and now and then.
import { type TopicKey, topicKey } from '@camarim/contract/events';
import type { ProfileId } from '@camarim/contract/ids';
import { JOINED_TOPICS_MAX } from '@camarim/contract/limits';
import type { AccessChange } from '../bus/port.ts';
import { createRooms, type Rooms } from './rooms.ts';
import type { JoinAnswer } from './topics.ts';

/** A socket, as far as its topics are concerned. */
export type Member = {
  profileId: ProfileId;
  /** The topics that it asked for, oldest first. */
  topics: Map<TopicKey, Membership>;
};

export type Membership = {
  /** False while access is checked for the first time, and while it is refused. */
  joined: boolean;
  checkedAtMs: number;
};

export type Memberships<M extends Member> = {
  /** Puts a new socket into the topic of its own profile. */
  connect(member: M): void;
  /** Takes a closed socket out of everything. */
  disconnect(member: M): void;
  /**
   * Asks for topics. Answers those of them that the socket is in afterwards; a refused one stays
   * asked for, and is joined when the access of this viewer changes, or when old ones are checked.
   */
  join(member: M, keys: readonly TopicKey[]): Promise<TopicKey[]>;
  leave(member: M, keys: readonly TopicKey[]): void;
  membersOf(key: TopicKey): ReadonlySet<M> | undefined;
  /** Checks all memberships that the change may concern. */
  recheck(change: AccessChange): Promise<void>;
  /** Checks the memberships of this socket that were checked before this instant. */
  recheckOlder(member: M, beforeMs: number): Promise<void>;
};

type MembershipsOptions<M> = {
  /** Whether the member may be in the topic. */
  check(member: M, key: TopicKey): Promise<JoinAnswer>;
  nowMs(): number;
  /** A check failed: the membership stays as it is and is checked again at the next occasion. */
  onFailedCheck(error: unknown): void;
};

/** A check during which access changed is repeated this often at most. */
const CHECKS_MAX = 3;

/** Runs checks and moves members by their answers. */
const createChecks = <M extends Member>(
  { check, nowMs, onFailedCheck }: MembershipsOptions<M>,
  { enter, exit }: Rooms<M>,
) => {
  /** Counts changes of access: a check that ran during one may have read the state before it. */
  let changes = 0;

  /** The answer, and whether access may have changed since. */
  const settledCheck = async (
    member: M,
    key: TopicKey,
  ): Promise<{ answer: JoinAnswer; settled: boolean }> => {
    for (let tries = 1; ; tries++) {
      const before = changes;
      const answer = await check(member, key);
      const settled = changes === before;
      if (settled || tries === CHECKS_MAX) return { answer, settled };
    }
  };

  return {
    accessChanged(): void {
      changes += 1;
    },
    async run(member: M, key: TopicKey): Promise<void> {
      const membership = member.topics.get(key);
      if (!membership) return;
      try {
        const { answer, settled } = await settledCheck(member, key);
        // The socket may have left during the check, and even asked for the topic again.
        if (member.topics.get(key) !== membership) return;
        membership.checkedAtMs = settled ? nowMs() : 0;
        membership.joined = answer !== null;
        if (answer) enter(member, key, answer.ownerId);
        else exit(member, key);
      } catch (error) {
        membership.checkedAtMs = 0;
        onFailedCheck(error);
      }
    },
  };
};

export const createMemberships = <M extends Member>(
  options: MembershipsOptions<M>,
): Memberships<M> => {
  const rooms = createRooms<M>();
  const { enter, exit, membersOf, ownedBy } = rooms;
  const checks = createChecks(options, rooms);
  const drop = (member: M, key: TopicKey): void => {
    if (member.topics.delete(key)) exit(member, key);
  };

  const checkAll = async (pairs: Iterable<readonly [M, TopicKey]>): Promise<void> => {
    await Promise.all([...pairs].map(([member, key]) => checks.run(member, key)));
  };

  function* concernedBy({ viewers = [], owners = [], topics = [] }: AccessChange) {
    for (const viewer of viewers)
      for (const member of membersOf(topicKey('member', viewer)) ?? [])
        for (const key of member.topics.keys()) yield [member, key] as const;
    for (const key of new Set([...owners.flatMap(ownedBy), ...topics]))
      for (const member of membersOf(key) ?? []) yield [member, key] as const;
  }

  return {
    connect: (member) => enter(member, topicKey('member', member.profileId), null),
    disconnect(member) {
      for (const key of member.topics.keys()) drop(member, key);
      exit(member, topicKey('member', member.profileId));
    },
    async join(member, keys) {
      for (const key of keys) {
        if (member.topics.has(key)) continue;
        member.topics.set(key, { joined: false, checkedAtMs: 0 });
        const [oldest] = member.topics.keys();
        if (member.topics.size > JOINED_TOPICS_MAX && oldest) drop(member, oldest);
      }
      const opened = keys.filter((key) => member.topics.get(key)?.joined === false);
      await checkAll(opened.map((key) => [member, key] as const));
      return keys.filter((key) => member.topics.get(key)?.joined);
    },
    leave(member, keys) {
      for (const key of keys) drop(member, key);
    },
    membersOf,
    recheck(change) {
      checks.accessChanged();
      return checkAll(concernedBy(change));
    },
    recheckOlder: (member, beforeMs) =>
      checkAll(
        [...member.topics]
          .filter(([, { checkedAtMs }]) => checkedAtMs < beforeMs)
          .map(([key]) => [member, key] as const),
      ),
  };
};
