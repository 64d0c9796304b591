// Tries forged addresses on the whole application, and valid ones between them, so that a server
// which refuses all would be noticed.
import { HOUR_MS } from '@camarim/contract/time';
import {
  forgeAddress,
  seeded,
  type Forgery,
  FORGERIES,
  type ForgedAddress,
} from './forged-addresses.ts';
import {
  type AddressFixtures,
  request,
  type ValidAddress,
  type ServedKind,
} from './valid-addresses.ts';

const AT_ONCE = 20;
/** Longer than any address lives, a video's included. */
const LONG_MS = 13 * HOUR_MS;

export type TryResult = {
  tried: Record<Forgery, number>;
  /** Forged addresses that served bytes. */
  leaks: string[];
  valid: Map<ServedKind, number>;
  /** Valid addresses that served nothing. */
  refused: string[];
};

const refusalSays = (body: string): boolean =>
  body === '' ||
  body.startsWith('{"success":false') ||
  body.startsWith('<?xml') ||
  body.startsWith('{"message":"Route');

const tryForged = async (world: AddressFixtures, wrong: ForgedAddress): Promise<string | null> => {
  const response = await request(world, wrong.person, wrong.url, wrong.headers);
  return response.statusCode >= 400 && refusalSays(response.body)
    ? null
    : `${wrong.way} of ${wrong.from} answered ${response.statusCode} to ${wrong.person.domainName ?? 'a visitor'}: ${wrong.url}`;
};

const tryValid = async (
  world: AddressFixtures,
  right: readonly ValidAddress[],
  { valid, refused }: TryResult,
): Promise<void> => {
  for (const { thing, url, person } of right) {
    const { statusCode, rawPayload } = await request(world, person, url);
    if (statusCode === 200 && rawPayload.length > 0) valid.set(thing, (valid.get(thing) ?? 0) + 1);
    else refused.push(`${thing} answered ${statusCode}: ${url}`);
  }
};

/**
 * Tries so many wrong addresses of every way; the seed draws the same again. Moves the clock half a
 * day.
 */
export const tryAddresses = async (
  world: AddressFixtures,
  { count, seed }: { count: number; seed: number },
): Promise<TryResult> => {
  const { app } = world;
  const result: TryResult = {
    tried: { guessed: 0, tampered: 0, foreign: 0, expired: 0, ended: 0, storage: 0 },
    leaks: [],
    valid: new Map(),
    refused: [],
  };
  const old = await world.addresses();
  await tryValid(world, old, result);
  app.clock.advance(LONG_MS);
  await world.logInAgain();
  const again = new Map([app.producer, app.fan].map((person) => [person.profileId, person]));
  const right = await world.addresses();
  await tryValid(world, right, result);
  const ended = await world.revocable();
  await tryValid(world, ended, result);
  await world.revokeAccess();
  const drawing = {
    random: seeded(seed),
    now: app.clock.now().getTime(),
    right,
    ended,
    keys: world.keys,
    people: [app.producer, app.fan, app.stranger, app.visitor],
    old: old.map((address) => ({
      ...address,
      person:
        again.get(address.person.profileId) ??
        right.find(({ thing }) => thing === address.thing)?.person ??
        address.person,
    })),
  };
  for (let done = 0; done < count; done += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, index) =>
      forgeAddress(drawing, FORGERIES[(done + index) % FORGERIES.length] ?? 'guessed'),
    );
    for (const { way } of batch) result.tried[way] += 1;
    result.leaks.push(
      ...(await Promise.all(batch.map((wrong) => tryForged(world, wrong)))).filter(
        (leak) => leak !== null,
      ),
    );
  }
  // Still right at the end: not one of the refusals was a server that refuses everything.
  await world.restoreAccess();
  await tryValid(world, [...right, ...ended], result);
  return result;
};
