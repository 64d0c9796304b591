// Which socket is in which topic, and whether it still may be. Access is checked when a topic is
// joined, when access changes, and now and then; a check that fails is repeated within seconds.
import { type TopicKey, topicKey } from '@camarim/contract/events';
import type { ProfileId } from '@camarim/contract/ids';
import { JOINED_TOPICS_MAX } from '@camarim/contract/limits';
import type { AccessChange } from '../bus/port.ts';
import { createTopicIndex, type TopicIndex } from './topic-index.ts';
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
  /** Since when no check was answered; null when the last one was. */
  failedSinceMs: number | null;
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
  /** Repeats the failed checks whose time has come. */
  retryFailed(): Promise<void>;
};

type MembershipsOptions<M> = {
  /** Whether the member may be in the topic. */
  check(member: M, key: TopicKey): Promise<JoinAnswer>;
  nowMs(): number;
  /** A check failed, and will be repeated. */
  onFailedCheck(error: unknown): void;
};

/** A check during which access changed is repeated this often at most. */
const CHECKS_MAX = 3;

/** A failed check is repeated after this time. */
const RETRY_MS = 2_000;
/**
 * How long a member stays whose check fails while nothing says that access changed: an outage of
 * the database this short loses no event. After a change of access a failed check ends the
 * membership at once, because the change may have withdrawn it.
 */
const UNCHECKED_MAX_MS = 10_000;

/** Runs checks and moves members by their answers. */
const createChecks = <M extends Member>(
  { check, nowMs, onFailedCheck }: MembershipsOptions<M>,
  { enter, exit }: TopicIndex<M>,
) => {
  /** Counts changes of access: a check that ran during one may have read the state before it. */
  let changes = 0;
  /** Memberships whose last check failed. */
  const failed = new Map<Membership, { member: M; key: TopicKey; retryAtMs: number }>();

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

  /** `closed`: the member leaves at once, else when checks have failed for too long. */
  const fail = (member: M, key: TopicKey, membership: Membership, closed: boolean): void => {
    const now = nowMs();
    membership.checkedAtMs = 0;
    membership.failedSinceMs ??= now;
    failed.set(membership, { member, key, retryAtMs: now + RETRY_MS });
    if (!closed && now - membership.failedSinceMs < UNCHECKED_MAX_MS) return;
    membership.joined = false;
    exit(member, key);
  };

  const run = async (member: M, key: TopicKey, accessChanged: boolean): Promise<void> => {
    const membership = member.topics.get(key);
    if (!membership) return;
    const before = changes;
    // The socket may leave during the check, and even ask for the topic again.
    const left = (): boolean => member.topics.get(key) !== membership;
    try {
      const { answer, settled } = await settledCheck(member, key);
      if (left()) return;
      failed.delete(membership);
      membership.failedSinceMs = null;
      membership.checkedAtMs = settled ? nowMs() : 0;
      membership.joined = answer !== null;
      if (answer) enter(member, key, answer.ownerId);
      else exit(member, key);
    } catch (error) {
      onFailedCheck(error);
      if (!left()) fail(member, key, membership, accessChanged || changes !== before);
    }
  };

  return {
    run,
    accessChanged(): void {
      changes += 1;
    },
    async retryFailed(): Promise<void> {
      const now = nowMs();
      const due = [...failed].filter(([, { retryAtMs }]) => retryAtMs <= now);
      // A check may take longer than the time to the next retry.
      for (const [membership] of due) failed.delete(membership);
      await Promise.all(due.map(([, { member, key }]) => run(member, key, false)));
    },
  };
};

export const createMemberships = <M extends Member>(
  options: MembershipsOptions<M>,
): Memberships<M> => {
  const rooms = createTopicIndex<M>();
  const { enter, exit, membersOf, ownedBy } = rooms;
  const checks = createChecks(options, rooms);
  const drop = (member: M, key: TopicKey): void => {
    if (member.topics.delete(key)) exit(member, key);
  };

  const checkAll = async (
    pairs: Iterable<readonly [M, TopicKey]>,
    accessChanged = false,
  ): Promise<void> => {
    await Promise.all([...pairs].map(([member, key]) => checks.run(member, key, accessChanged)));
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
        member.topics.set(key, { joined: false, checkedAtMs: 0, failedSinceMs: null });
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
      return checkAll(concernedBy(change), true);
    },
    recheckOlder: (member, beforeMs) =>
      checkAll(
        [...member.topics]
          .filter(([, { checkedAtMs }]) => checkedAtMs < beforeMs)
          .map(([key]) => [member, key] as const),
      ),
    retryFailed: checks.retryFailed,
  };
};
