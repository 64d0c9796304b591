// A producer's toys: paired by the maker's app, tested, stopped, disconnected; and the rules that
// move them.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import { topicKey } from '@camarim/contract/events';
import type { ToyAction } from '@camarim/contract/features/overlays/toys';
import { isUuid, type ProfileId } from '@camarim/contract/ids';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import {
  type ToyPairing,
  type ToyResult,
  type Toys,
  ToysUnavailable,
} from '../../../platform/toys/port.ts';
import type { Ctx } from '../../../context.ts';
import { menuOf, openRoomLog } from '../../lives/index.ts';
import { disconnect } from '../disconnect.ts';
import type { OverlayOwner } from '../policy.ts';
import {
  beginPairing,
  clearQueue,
  deletePairing,
  producerOfPairing,
  saveReport,
  saveRules,
  setReachable,
  toyOf,
} from './store.ts';

type Owner = Allowed<OverlayOwner>;
type Toy = DataInput<Routes['GET /overlays/toy']>;
type Result = DataInput<Routes['POST /overlays/toy/test']>;

/** Throws toy.notOffered. */
const offered = ({ toys }: Ctx): Toys => {
  if (!toys) throw new AppError('toy.notOffered');
  return toys;
};

/** Throws toy.unavailable when the maker can't be reached. */
const asking = async <Reply>(ask: () => Promise<Reply>): Promise<Reply> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ToysUnavailable) throw new AppError('toy.unavailable');
    throw error;
  }
};

/** Only the maker learns it, and its app sends it back. */
const proofOf = async ({ db }: Ctx, uid: string): Promise<string> =>
  createHmac('sha256', await installationSecret(db, 'toys'))
    .update(uid)
    .digest('base64url');

const isProof = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export const viewToy = async (ctx: Ctx, { producerId }: Owner): Promise<Toy> => {
  const row = await toyOf(ctx.db, producerId);
  const menu = await menuOf(ctx.db, producerId);
  const onMenu = new Set(menu.map(({ id }) => id));
  return {
    offered: ctx.toys !== null,
    paired:
      row?.paired_at && ctx.toys
        ? {
            at: row.paired_at.toISOString(),
            toys: row.toys.map(({ name, online }) => ({ name, online })),
            reachable: row.reachable,
          }
        : null,
    levels: row?.levels ?? [],
    items: row?.items.filter(({ itemId }) => onMenu.has(itemId)) ?? [],
    menu,
  };
};

/** Throws toy.notOffered and toy.unavailable. */
export const pairToy = async (ctx: Ctx, { producerId }: Owner): Promise<ToyPairing> => {
  const toys = offered(ctx);
  const uid = randomUUID();
  await beginPairing(ctx.db, producerId, uid, randomUUID());
  return asking(async () => toys.pair({ uid, proof: await proofOf(ctx, uid) }));
};

/** Throws toy.notOffered, and toy.pairingUnknown with one answer whatever is wrong. */
export const receiveReport = async (ctx: Ctx, body: unknown): Promise<void> => {
  const report = offered(ctx).readReport(body);
  if (!report || !isUuid(report.uid) || !isProof(report.proof, await proofOf(ctx, report.uid)))
    throw new AppError('toy.pairingUnknown');
  await transaction(ctx.db, async (tx) => {
    const producerId = await producerOfPairing(tx, report.uid);
    if (!producerId) throw new AppError('toy.pairingUnknown');
    const lastSeq = await openRoomLog(tx, producerId);
    if (!(await saveReport(tx, report, { lastSeq, now: ctx.clock.now() })))
      throw new AppError('toy.pairingUnknown');
    await ctx.outbox.publish(tx, {
      event: 'roomEvents',
      topics: [topicKey('member', producerId)],
      payload: { profileId: producerId },
    });
  });
};

/** Throws live.itemNotFound for an item that is not on the producer's menu. */
export const setRules = async (
  ctx: Ctx,
  owner: Owner,
  rules: BodyOf<Routes['PUT /overlays/toy/rules']>,
): Promise<Toy> => {
  const menu = await menuOf(ctx.db, owner.producerId);
  if (rules.items.some(({ itemId }) => !menu.some(({ id }) => id === itemId)))
    throw new AppError('live.itemNotFound');
  const levels = rules.levels.toSorted((a, b) => a.from - b.from);
  await saveRules(ctx.db, owner.producerId, { ...rules, levels }, randomUUID());
  return viewToy(ctx, owner);
};

const resultOf = async (ctx: Ctx, uid: string, result: ToyResult): Promise<Result> => {
  await setReachable(ctx.db, uid, result === 'done');
  return { result: result === 'unknown' ? 'unpaired' : result };
};

/** Throws toy.notPaired. */
const pairedUid = async (ctx: Ctx, { producerId }: Owner): Promise<string> => {
  const uid = (await toyOf(ctx.db, producerId))?.uid;
  if (!uid) throw new AppError('toy.notPaired');
  return uid;
};

/** Throws toy.notOffered, toy.notPaired and toy.unavailable. */
export const testToy = async (ctx: Ctx, owner: Owner, action: ToyAction): Promise<Result> => {
  const toys = offered(ctx);
  const uid = await pairedUid(ctx, owner);
  return resultOf(ctx, uid, await asking(() => toys.move(uid, action)));
};

/** What waits is dropped first, so that it moves nothing after the stop. Throws as `testToy`. */
export const stopToy = async (ctx: Ctx, owner: Owner): Promise<Result> => {
  const toys = offered(ctx);
  await clearQueue(ctx.db, owner.producerId, randomUUID());
  const uid = await pairedUid(ctx, owner);
  return resultOf(ctx, uid, await asking(() => toys.stop(uid)));
};

/** It is disconnected here whether the maker can be reached or not. */
export const disconnectToy = async (ctx: Ctx, producerId: ProfileId): Promise<void> => {
  const uid = await disconnect(ctx, producerId, (tx) =>
    deletePairing(tx, producerId, randomUUID()),
  );
  if (uid)
    await ctx.toys
      ?.stop(uid)
      .catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'a toy that was disconnected was not stopped'),
      );
};
