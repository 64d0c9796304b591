// Every call that creates something takes an Idempotency-Key; a new one has to be put into one of
// these lists.
import { expect, test } from 'vitest';
import { routes } from './index.ts';
import type { RouteDefinition } from './route.ts';

/**
 * They set a state, or are single-use by their own token, so that repeating them changes nothing.
 */
const REPEATABLE = [
  /^POST \/auth(?!\/became-producer|\/passkeys$)/,
  /^POST \/dsb\/(?!(?:packs|cash-outs|user\/\{userId\}\/notes)$)/,
  /^POST \/publics\//,
  /^POST \/profiles\/approve-producer$/,
  /^POST \/profiles\/(age|policies|became-producer\/check)$/,
  /^POST \/profiles\/notifications\/(read|push)$/,
  /\/(like|unlike|save|archive|unarchive|pin|follow|block|unblock|like-profile|default|ask|discard|continue)$/,
  /^POST \/profiles\/gallery\//,
  /^POST \/studio\/views$/,
  /^POST \/team\/join$/,
  /^POST \/chats\/\{id\}\/(read|typing)$/,
  /^POST \/lists\/count$/,
  // A new connection takes the place of the former one.
  /^POST \/lives\/(\{id\}\/(reverse\/)?(whip|whep|hls)|ingest\/whip)$/,
  // The key is in the reply only: a stored reply would keep the secret. A key too many is revoked.
  /^POST \/lives\/ingest\/keys$/,
  // A person has one call to a producer, one entry to a show, and a show one answer of each.
  /^POST \/lives\/(call\/\{producerId\}|calls\/\{id\}\/decline|\{id\}\/leave|reverse\/\{id\}|accept-reverse\/\{id\})$/,
  /^POST \/profiles\/settings-cam$/,
  // A post is declared together with others once.
  /^POST \/performers\/declare$/,
  // As for ingest keys; a test event too many does no harm.
  /^POST \/overlays\/(webhook\/secret|links|test|toy\/\w+)$/,
  /^POST \/funds\/(accept-bills|generatePaypalOrder|challenges|webhooks)/,
];

test('every route that creates something takes an Idempotency-Key', () => {
  const creating = Object.entries<RouteDefinition>(routes).filter(
    ([key]) => key.startsWith('POST ') && !REPEATABLE.some((pattern) => pattern.test(key)),
  );
  expect(creating.length).toBeGreaterThan(20);
  expect(
    creating.filter(([, { idempotency }]) => idempotency === undefined).map(([key]) => key),
  ).toEqual([]);
});

test('no repeatable route takes an Idempotency-Key', () => {
  const both = Object.entries<RouteDefinition>(routes).filter(
    ([key, { idempotency }]) =>
      idempotency !== undefined && REPEATABLE.some((pattern) => pattern.test(key)),
  );
  expect(both.map(([key]) => key)).toEqual([]);
});
