// Paid live shows for tests: opened, entered and billed through the real application, with media of
// the scripted engine.
import type { Routes } from '@camarim/contract';
import type { LiveId } from '@camarim/contract/features/lives';
import { centavos } from '@camarim/contract/money';
import type { BodyInput } from '@camarim/contract/route';
import type { ApiClient } from '../../api-client.ts';
import { billShows } from '../../features/lives/entry/bill-shows.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { TestApp } from '../app.ts';
import type { ScriptedEngine } from '../live/scripted-engine.ts';
import { fill, joinProducer } from '../publishing.ts';

export const PRICE = 600;
/** The interval of the billing sweep. */
const LOOK_MS = 2_000;

type Settings = BodyInput<Routes['POST /profiles/settings-cam']>;

export const SETTINGS: Settings = {
  partyCharge: 'minute',
  partyPricePerMinute: PRICE,
  ticketPrice: 2_000,
  groupSize: 2,
  partyCalls: true,
  privatePricePerMinute: PRICE,
  minimumMinutes: 2,
  spyPricePerMinute: null,
  reverseCamera: true,
  recorded: false,
  pausesParty: true,
  entry: 'everyone',
  entryListId: null,
  entrySpentAtLeast: null,
};

export const setCamera = (producer: ApiClient, settings: Partial<Settings> = {}) =>
  producer.call('POST /profiles/settings-cam', { body: { ...SETTINGS, ...settings } });

/** What a fan has free and locked, and what a producer was paid after fees. */
export const moneyOf = async (app: TestApp, { profileId }: ApiClient) => {
  const id = profileId;
  const [{ balance }, locked, { pending }] = await Promise.all([
    app.ctx.ledger.balanceOf(id),
    app.ctx.ledger.escrowOf(id),
    app.ctx.ledger.earningsOf(id),
  ]);
  return { balance, locked, pending };
};

/** Opens a show of this type; a private one with who calls. */
export const openShow = async (
  producer: ApiClient,
  type: '2' | '3' = '2',
  caller?: ApiClient,
): Promise<LiveId> => {
  const show = await producer.call('POST /lives', {
    body: { type, title: 'Show', privateWatcherId: caller?.profileId ?? null },
  });
  return show.id;
};

type People = { producer: ApiClient; fan: ApiClient };

/** A new producer with these camera settings, and a new fan with this money. */
export const joinShowPair = async (
  app: TestApp,
  money: number,
  settings: Partial<Settings> = {},
): Promise<People> => {
  const mark = newId().slice(-8);
  const producer = await joinProducer(app, `estrela${mark}`);
  const fan = await app.join(`plateia${mark}`);
  await setCamera(producer, settings);
  await fill(app, fan, money);
  return { producer, fan };
};

/** The party of such a producer, which is paid by the minute unless the settings say otherwise. */
export const openParty = async (
  ...pair: Parameters<typeof joinShowPair>
): Promise<People & { id: LiveId }> => {
  const { producer, fan } = await joinShowPair(...pair);
  return { producer, fan, id: await openShow(producer) };
};

export const callFor = (caller: ApiClient, producer: ApiClient, type: '2' | '3' = '3') =>
  caller.ask('POST /lives/call/{producerId}', {
    params: { producerId: producer.profileId },
    body: { type },
  });

export const enter = (
  fan: ApiClient,
  id: LiveId,
  price = PRICE,
  more: { role?: 'watcher' | 'spy'; spyPrice?: number | null } = {},
) =>
  fan.ask('POST /lives/accept/{id}', {
    params: { id },
    body: {
      price: centavos(price),
      role: more.role ?? 'watcher',
      spyPrice: more.spyPrice === undefined ? null : more.spyPrice,
    },
    idempotencyKey: newId(),
  });

/** Time passes, with a billing sweep every two seconds. */
export const pass = async (app: TestApp, seconds: number): Promise<void> => {
  const end = app.clock.now().getTime() + seconds * 1_000;
  while (app.clock.now().getTime() < end) {
    app.clock.advance(Math.min(LOOK_MS, end - app.clock.now().getTime()));
    await billShows(app.ctx, 0);
  }
};

/** The producer sends, and these people receive it. */
export const play = async (
  app: TestApp,
  engine: ScriptedEngine,
  id: LiveId,
  producer: ApiClient,
  ...fans: ApiClient[]
): Promise<void> => {
  engine.send(id, producer.profileId);
  for (const fan of fans) engine.receive(id, fan.profileId);
  await app.ctx.pool.query(
    'UPDATE lives SET published_at = coalesce(published_at, $2) WHERE id = $1',
    [id, app.clock.now()],
  );
};
