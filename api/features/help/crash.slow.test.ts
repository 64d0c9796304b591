// The application killed while an appeal is won: what was removed is back once, and the appeal has
// one answer, one email and one entry in the audit log.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { until } from '../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../testing/crash/soak.ts';

/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 120_000;
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

type Person = { token: string; profileId: string };
type Kind = 'post' | 'media' | 'comment' | 'message';
/** Something that is reported: who made it, and whether a fan sees it. */
type RemovableItem = { id: string; maker: Person; mediaId?: string; isShown(): Promise<boolean> };
type Post = { totalComments: number };
type Message = { id: string; content: string; unsent: boolean };

let app: KilledApp;
let author: Person;
let fan: Person;
let decider: Person;
let other: Person;
beforeAll(async () => {
  app = await killedApp();
  author = await app.signIn('autora', 1_000);
  fan = await app.signIn('davi');
  decider = await app.signIn('chefia', 'admin');
  other = await app.signIn('revisao', 'admin');
  await app.call('POST', `/profiles/${author.profileId}/follow`, fan.token);
});

const count = async (from: string, ...values: unknown[]): Promise<number> =>
  (await app.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, values))
    .rows[0]?.n ?? -1;

const newPost = async (): Promise<string> =>
  (
    await app.press<{ id: string }>('POST', '/posts', author.token, {
      key: randomUUID(),
      body: { text: 'na rede', public: true },
    })
  ).id;
const seen = (postId: string) => app.call<Post>('GET', `/posts/${postId}`, fan.token);

/** A picture of a post, as if it had been worked on. */
const newPicture = async (postId: string): Promise<string> => {
  const id = newId();
  await app.database.pool.query(
    `INSERT INTO media (id, owner_id, purpose, content_type, bucket, original_key, upload_key,
      status, perceptual_hash, perceptual_hash_mirror, created_at, processed_at)
     VALUES ($1, $2, 'post', 'image/jpeg', 'private', $3, $3, 'processed', 5, 7, now(), now())`,
    [id, author.profileId, `posts/${id}`],
  );
  await app.database.pool.query(
    'INSERT INTO post_media (post_id, media_id, position) VALUES ($1, $2, 0)',
    [postId, id],
  );
  return id;
};

const THINGS: Record<Kind, () => Promise<RemovableItem>> = {
  post: async () => {
    const id = await newPost();
    const mediaId = await newPicture(id);
    return { id, mediaId, maker: author, isShown: async () => (await seen(id)) !== null };
  },
  media: async () => {
    const mediaId = await newPicture(await newPost());
    const isShown = async () =>
      (await count(
        "withholdings WHERE target_kind = 'media' AND target_id = $1 AND released_at IS NULL",
        mediaId,
      )) === 0;
    return { id: mediaId, mediaId, maker: author, isShown };
  },
  comment: async () => {
    const postId = await newPost();
    const { id } = await app.press<{ id: string }>('POST', '/comments', fan.token, {
      key: randomUUID(),
      body: { postId, text: 'ofensa' },
    });
    return { id, maker: fan, isShown: async () => (await seen(postId))?.totalComments === 1 };
  },
  message: async () => {
    const { id } = await app.press<Message>('POST', '/chats/messages', author.token, {
      key: randomUUID(),
      body: { receiverId: fan.profileId, message: 'olha só' },
    });
    const isShown = async () => {
      const all = await app.call<Message[]>('GET', '/chats/autora/messages', fan.token);
      return all?.find((message) => message.id === id)?.content === 'olha só';
    };
    return { id, maker: author, isShown };
  },
};

/** A removed thing, and the appeal of its maker. */
const removedAndAppealed = async (kind: Kind, { id, maker }: RemovableItem) => {
  const reporter = maker === fan ? author : fan;
  const report = await app.press<{ id: string }>('POST', '/reports', reporter.token, {
    key: randomUUID(),
    body: { targetKind: kind, targetId: id, reason: 'fraud' },
  });
  await app.press('POST', `/dsb/reports/${report.id}`, decider.token, {
    key: randomUUID(),
    body: { outcome: 'removed', reason: 'parece golpe' },
  });
  const ticket = await app.press<{ id: string }>('POST', '/profiles/help', maker.token, {
    key: randomUUID(),
    body: { message: 'Não concordo.', decision: report.id },
  });
  return { reportId: report.id, ticketId: ticket.id };
};

/** How often an answer was sent to the maker. */
const notices = async ({ profileId }: Person): Promise<number[]> => [
  await count("mails WHERE template = 'appealAnswered'"),
  await count("notifications WHERE type = 'appealAnswered' AND profile_id = $1", profileId),
];

const STEPS = chooseSteps<Step>([
  'before answered',
  'before restored',
  'uncommitted restored',
  'committed restored',
]);
const CASES = (['post', 'media', 'comment', 'message'] as const).flatMap((kind) =>
  STEPS.map((step) => [kind, step] as const),
);

it.each(CASES)(
  'a removed %s is back once by an application that is killed at "%s"',
  async (kind, step) => {
    await app.restartWhenDead();
    const thing = await THINGS[kind]();
    await until(thing.isShown, PATIENCE_MS);
    const { reportId, ticketId } = await removedAndAppealed(kind, thing);
    await until(async () => !(await thing.isShown()), PATIENCE_MS);
    const pictures = thing.mediaId ? 2 : 0;
    const blocked = () => count('blocked_pictures WHERE media_id = $1', thing.mediaId ?? null);
    expect(await blocked()).toBe(pictures);
    const before = await notices(thing.maker);

    const died = app.dieAt(step);
    const answer = (outcome: 'overturned' | 'upheld') =>
      app.call('POST', `/dsb/help/${ticketId}`, other.token, {
        key: randomUUID(),
        body: { answer: 'Revimos.', outcome },
      });
    await answer('overturned');
    await until(died, PATIENCE_MS);
    await app.restartWhenDead();
    // Nothing of it was kept, or all of it.
    const answers = await count('help_tickets WHERE id = $1 AND answered_at IS NOT NULL', ticketId);
    expect(answers).toBe(step === 'committed restored' ? 1 : 0);
    expect(await blocked()).toBe(answers === 1 ? 0 : pictures);
    expect(await thing.isShown()).toBe(answers === 1);
    // The person of the team presses again when they got no answer.
    if (answers === 0) expect(await answer('overturned')).toMatchObject({ restored: 1 });
    expect(await answer('upheld')).toBeNull();

    await until(thing.isShown, PATIENCE_MS);
    expect(await blocked()).toBe(0);
    expect(
      await count(
        'moderation_decisions WHERE origin_id = $1 AND restored_at IS NOT NULL',
        reportId,
      ),
    ).toBe(1);
    expect(await count('moderation_decisions WHERE contested')).toBe(0);
    expect(await count("help_tickets WHERE id = $1 AND outcome = 'overturned'", ticketId)).toBe(1);
    expect(
      await count("admin_log WHERE action = 'ticket.answered' AND subject_id = $1", ticketId),
    ).toBe(1);
    expect(await notices(thing.maker)).toEqual(before.map((times) => times + 1));
  },
);
