// Seeds the demo once, by doing what people do: everything goes through the application's own
// calls.
import { HOUR_MS } from '@camarim/contract/time';
import type { App } from '../app.ts';
import { createApp } from '../app.ts';
import { confirmAddress } from '../features/auth/index.ts';
import { approveProducer } from '../features/profiles/index.ts';
import { registerOrLogIn, type ApiClient, upload } from '../api-client.ts';
import { proofOfWork } from '../platform/captcha/proof-of-work.ts';
import type { Platform } from '../platform/platform.ts';
import { drawArt } from './art.ts';
import { openBank, releaseEarnings } from './bank.ts';
import {
  DEMO_COMMENTS,
  DEMO_PASSWORD,
  type DemoCast,
  type DemoPost,
  type DemoProducer,
} from './cast.ts';
import { drawDemoClip } from './clips.ts';
import { writeConversations } from './conversations.ts';
import { fillWallets } from './money.ts';
import { confirmDemoAddresses, isSeeded, markSeeded } from './store.ts';

const PICTURE = { width: 1_200, height: 1_500 };
const AVATAR = { width: 640, height: 640 };
const COVER = { width: 1_800, height: 600 };

/**
 * The same application in memory, with a clock that can be set back: posts of yesterday were
 * published yesterday.
 */
const openHistory = async (platform: Platform, pictureScale: number) => {
  let agoMs = 0;
  const clock = { now: () => new Date(platform.clock.now().getTime() - agoMs) };
  // Its jobs are run by the real application.
  const jobs = { ...platform.jobs, define: () => undefined };
  // Its people are programs: they solve the cheapest proof of work, whichever captcha the site asks
  // of others.
  const captcha = proofOfWork({ ...platform, clock, config: { CAPTCHA_COST: 1 } });
  // Its hundreds of requests count against no rate limit and need no log.
  const log = platform.log.child({}, { level: 'warn' });
  const app = await createApp(
    { ...platform, clock, jobs, captcha, log },
    { pages: 'none', rateScale: 1_000 },
  );
  return {
    app,
    pictureScale,
    at: (hoursAgo: number): void => {
      agoMs = hoursAgo * HOUR_MS;
    },
  };
};

/** A slow machine seeds for longer than an access token is good. */
const LONG = { renews: true };

type DemoHistory = Awaited<ReturnType<typeof openHistory>>;

const credentials = ({ domainName, displayName }: { domainName: string; displayName: string }) => ({
  username: domainName,
  name: displayName,
  email: `${domainName}@demo.example`,
  password: DEMO_PASSWORD,
});

/** Registers, or logs in again, and has read the email that asks to confirm the address. */
const join = async (
  past: DemoHistory,
  platform: Platform,
  cast: { domainName: string; displayName: string },
): Promise<ApiClient> => {
  const given = credentials(cast);
  const person = await registerOrLogIn(past.app.server, given, LONG);
  const { id } = await person.call('GET /auth');
  await confirmAddress(platform.db, id, given.email, platform.clock.now());
  return person;
};

const art = async (
  past: DemoHistory,
  person: ApiClient,
  seed: number,
  size: { width: number; height: number },
  as: 'private' | 'public',
) => {
  const scaled = {
    width: Math.round(size.width * past.pictureScale),
    height: Math.round(size.height * past.pictureScale),
  };
  return upload(past.app.server, person, await drawArt(seed, scaled), 'image/jpeg', as);
};

const clipOf = async (past: DemoHistory, person: ApiClient, { clip }: DemoPost, seed: number) => {
  const drawn = clip ? await drawDemoClip(clip, seed) : null;
  return drawn
    ? [
        {
          key: await upload(past.app.server, person, drawn.content, drawn.contentType),
          contentType: drawn.contentType,
        },
      ]
    : [];
};

/** More than a producer of the demo has. */
const POSTS_MAX = 50;

/** The ids of a producer's posts by their text, at whatever stage they are. */
const publishedPosts = async (person: ApiClient): Promise<ReadonlyMap<string | null, string>> => {
  const query = { limit: POSTS_MAX };
  const own = [
    ...(await person.call('GET /posts/me', { query })),
    ...(await person.call('GET /posts/unpublished', { query })),
  ];
  return new Map(own.map(({ id, text }) => [text, id]));
};

const publish = async (
  past: DemoHistory,
  person: ApiClient,
  post: DemoPost,
  seed: number,
): Promise<string> => {
  const medias = await clipOf(past, person, post, seed);
  for (let picture = 0; picture < post.pictures; picture += 1) {
    medias.push({
      key: await art(past, person, seed + picture * 13, PICTURE, 'private'),
      contentType: 'image/jpeg',
    });
  }
  past.at(post.hoursAgo);
  const { id } = await person.call('POST /posts', {
    body: { text: post.text, price: post.price ?? null, public: !post.members, tip: true, medias },
  });
  past.at(0);
  return id;
};

/** Opens what the producer sells and collects for; what an earlier start opened stays as it is. */
const sell = async (
  person: ApiClient,
  { domainName, plan, goal, privatePrice }: DemoProducer,
): Promise<void> => {
  if (privatePrice)
    await person.call('POST /profiles/settings-cam', {
      body: {
        ...(await person.call('GET /profiles/settings-cam')),
        privatePricePerMinute: privatePrice,
      },
    });
  if (goal)
    await person.call('POST /goals', { body: goal, idempotencyKey: `demo-goal-${domainName}` });
  if (!plan || (await person.call('GET /tiers')).tier) return;
  await person.call('POST /tiers/paid', { body: { price: plan.price } });
  for (const bundle of plan.bundles ?? [])
    await person.call('POST /tiers/bundles', { body: bundle });
  if (plan.promotion) await person.call('POST /tiers/promotions', { body: plan.promotion });
};

const makeProducer = async (
  past: DemoHistory,
  platform: Platform,
  cast: DemoProducer,
): Promise<{ person: ApiClient; postIds: string[] }> => {
  const person = await join(past, platform, cast);
  await approveProducer(platform, cast.domainName);
  const approved = await registerOrLogIn(past.app.server, credentials(cast), LONG);
  // An approval by command does not accept the contract: the producer agrees to it on the next
  // visit.
  for (const { name, version } of (await approved.call('GET /auth')).policyChanges)
    await approved.call('POST /profiles/policies', { body: { name, version } });
  await approved.call('PUT /profiles', {
    body: {
      about: cast.about,
      profileImageKey: await art(past, approved, cast.seed, AVATAR, 'public'),
      headerImageKey: await art(past, approved, cast.seed + 7, COVER, 'public'),
    },
  });
  await sell(approved, cast);
  // Those of an earlier start that was cut short: an idempotency key would refuse them with the new
  // keys of their pictures.
  const published = await publishedPosts(approved);
  const postIds: string[] = [];
  for (const [index, post] of cast.posts.entries())
    postIds.push(
      published.get(post.text) ??
        (await publish(past, approved, post, cast.seed * 31 + index * 101)),
    );
  return { person: { ...person, ...approved }, postIds };
};

/** Fans follow, like and comment on what is open to them. */
const createFollowsAndComments = async (
  cast: DemoCast,
  fans: readonly ApiClient[],
  producers: readonly { person: ApiClient; postIds: string[] }[],
): Promise<void> => {
  for (const [turn, fan] of fans.entries()) {
    const follows = cast.fans[turn]?.follows ?? [];
    for (const [index, { person, postIds }] of producers.entries()) {
      if (follows.includes(person.domainName))
        await fan.call('POST /profiles/{id}/follow', {
          params: { id: person.profileId },
          body: { following: true },
        });
      for (const [order, id] of postIds.entries()) {
        // A post is refused while its pictures are being prepared, or when it is not for this fan:
        // then it gets no like and no comment.
        if ((index + order + turn) % 3 !== 0)
          await fan.ask('POST /posts/{id}/like', { params: { id }, body: { liked: true } });
        if (order === 0 && turn === index % fans.length) {
          await fan.ask('POST /comments', {
            body: { postId: id, text: DEMO_COMMENTS[index % DEMO_COMMENTS.length] ?? '' },
            idempotencyKey: `demo-comment-${fan.domainName}-${id}`,
          });
        }
      }
    }
  }
};

/**
 * Does nothing when it was done before; a start that was cut short does it again without doubling
 * anything.
 */
export const seedDemo = async (
  platform: Platform,
  app: App,
  sandboxUrl: string | null,
  cast: DemoCast,
): Promise<void> => {
  if (await isSeeded(platform.db)) return;
  platform.log.info('seeding the demo; its pictures appear one by one');
  const past = await openHistory(platform, cast.pictureScale);
  try {
    past.at(0);
    // First the accounts that are announced at the terminal, because a user may log in at once.
    const fans: ApiClient[] = [];
    for (const fan of cast.fans) fans.push(await join(past, platform, fan));
    const producers = [];
    for (const producer of cast.producers)
      producers.push(await makeProducer(past, platform, producer));
    const [fan] = fans;
    const [producer] = producers;
    if (producer) await openBank(app.ctx, producer.person);
    if (sandboxUrl) await fillWallets(app, fans, producers, sandboxUrl);
    if (sandboxUrl && fan && producer)
      await releaseEarnings(app, platform, fan, producer.person, sandboxUrl);
    await createFollowsAndComments(cast, fans, producers);
    await writeConversations(
      past,
      fans,
      producers.map(({ person }) => person),
    );
    await confirmDemoAddresses(platform.db, platform.clock.now());
    await markSeeded(platform.db);
    platform.log.info('the demo is ready');
  } finally {
    await past.app.close();
  }
};
