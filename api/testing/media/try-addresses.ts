// Tries wrong addresses on the whole application, and the right ones between them, so that a door
// that is shut for all would be noticed.
import { drawWrong, seeded, type Way, WAYS, type WrongAddress } from './wrong-addresses.ts';
import { type AddressedWorld, look, type RightAddress, type Thing } from './right-addresses.ts';

const AT_ONCE = 20;
/** Longer than any address lives, a video's included. */
const LONG_MS = 13 * 3_600_000;

export type Tried = {
  tried: Record<Way, number>;
  /** Wrong addresses that answered something. */ leaks: string[];
  rights: Map<Thing, number>;
  /** Right addresses that answered nothing. */ shut: string[];
};

const refusalSays = (body: string): boolean =>
  body === '' ||
  body.startsWith('{"success":false') ||
  body.startsWith('<?xml') ||
  body.startsWith('{"message":"Route');

const tryWrong = async (world: AddressedWorld, wrong: WrongAddress): Promise<string | null> => {
  const response = await look(world, wrong.person, wrong.url, wrong.headers);
  return response.statusCode >= 400 && refusalSays(response.body)
    ? null
    : `${wrong.way} of ${wrong.from} answered ${response.statusCode} to ${wrong.person.domainName ?? 'a visitor'}: ${wrong.url}`;
};

const tryRights = async (
  world: AddressedWorld,
  right: readonly RightAddress[],
  { rights, shut }: Tried,
): Promise<void> => {
  for (const { thing, url, person } of right) {
    const { statusCode, rawPayload } = await look(world, person, url);
    if (statusCode === 200 && rawPayload.length > 0)
      rights.set(thing, (rights.get(thing) ?? 0) + 1);
    else shut.push(`${thing} answered ${statusCode}: ${url}`);
  }
};

/**
 * Tries so many wrong addresses of every way; the seed draws the same again. Moves the clock half a
 * day.
 */
export const tryAddresses = async (
  world: AddressedWorld,
  { count, seed }: { count: number; seed: number },
): Promise<Tried> => {
  const { app } = world;
  const result: Tried = {
    tried: { guessed: 0, tampered: 0, foreign: 0, expired: 0, ended: 0, storage: 0 },
    leaks: [],
    rights: new Map(),
    shut: [],
  };
  const old = await world.addresses();
  await tryRights(world, old, result);
  app.clock.advance(LONG_MS);
  await world.comeBack();
  const again = new Map([app.producer, app.fan].map((person) => [person.profileId, person]));
  const right = await world.addresses();
  await tryRights(world, right, result);
  const ended = await world.passing();
  await tryRights(world, ended, result);
  await world.endRights();
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
      drawWrong(drawing, WAYS[(done + index) % WAYS.length] ?? 'guessed'),
    );
    for (const { way } of batch) result.tried[way] += 1;
    result.leaks.push(
      ...(await Promise.all(batch.map((wrong) => tryWrong(world, wrong)))).filter(
        (leak) => leak !== null,
      ),
    );
  }
  // Still right at the end: not one of the refusals was a server that refuses everything.
  await world.giveRightsBack();
  await tryRights(world, [...right, ...ended], result);
  return result;
};
