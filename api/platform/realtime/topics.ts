// Topics that sockets join by request. Each is declared by the feature that owns what it is about.
import type { TopicKey, TopicName, Topics } from '@camarim/contract/events';
import { isUuid, type ProfileId } from '@camarim/contract/ids';
import { type Coalescer, createCoalescer } from '../coalescer/coalescer.ts';
import type { Requester } from '../http/viewer.ts';

/** A requester who asks to be in the topic of `id`, or is in it and is checked again. */
export type JoinAttempt<Id = string> = { id: Id; requester: Requester };

/**
 * `ownerId`: whose content the topic is about; when this profile hides from some requesters,
 * members are checked again. Null refuses.
 */
export type JoinAnswer = { ownerId: ProfileId } | null;

export type JoinRule<Ctx, Id> = {
  /**
   * Answers many attempts at once, in their order and with few statements: a room of thousands is
   * checked in batches.
   */
  mayJoin(ctx: Ctx, attempts: readonly JoinAttempt<Id>[]): Promise<JoinAnswer[]>;
};

/** `Ctx` is what the features receive, which is defined above the platform (`api/feature.ts`). */
export type Topic<Ctx> = JoinRule<Ctx, string> & { name: TopicName };

/** Topics that clients may name; a member's own topic is joined by connecting. */
export type JoinableTopic = Exclude<TopicName, 'member'>;

export const createTopic = <Ctx, Name extends JoinableTopic>(
  name: Name,
  { mayJoin }: JoinRule<Ctx, Topics[Name]>,
): Topic<Ctx> => ({
  name,
  // `parse` checked that the id is a UUID, and the name says whose.
  mayJoin: (ctx, attempts) => mayJoin(ctx, attempts as JoinAttempt<Topics[Name]>[]),
});

export type TopicChecks = {
  /** The topics that exist among what a client sent, each once. */
  parse(input: unknown): TopicKey[];
  mayJoin(key: TopicKey, requester: Requester): Promise<JoinAnswer>;
};

const BATCH = 500;
/** More attempts than this wait only when the database does not answer. */
const QUEUE_MAX = 100_000;
const PATIENCE_MS = 50;

const split = (key: string): { name: string; id: string } => {
  const at = key.indexOf(':');
  return { name: key.slice(0, at), id: key.slice(at + 1) };
};

/** Attempts of all sockets at about the same time are checked together. */
export const createTopicChecks = <Ctx>(ctx: Ctx, topics: readonly Topic<Ctx>[]): TopicChecks => {
  const checks = new Map<string, Coalescer<JoinAttempt, JoinAnswer>>(
    topics.map(({ name, mayJoin }) => [
      name,
      createCoalescer({
        run: async (attempts) => (await mayJoin(ctx, attempts)).map((value) => ({ value })),
        maxBatch: BATCH,
        maxInFlight: 2,
        patienceMs: PATIENCE_MS,
        maxQueued: QUEUE_MAX,
        overflow: () => new Error(`too many attempts to join topics ${name} wait`),
      }),
    ]),
  );
  if (checks.size < topics.length) throw new Error('a topic is declared twice');
  return {
    parse(input) {
      const texts = Array.isArray(input) ? input.filter((key) => typeof key === 'string') : [];
      return [...new Set(texts)].filter((key): key is TopicKey => {
        const { name, id } = split(key);
        return checks.has(name) && isUuid(id);
      });
    },
    async mayJoin(key, requester) {
      const { name, id } = split(key);
      return (await checks.get(name)?.({ id, requester })) ?? null;
    },
  };
};
