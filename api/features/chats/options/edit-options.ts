// Who may write to a producer, and what it costs.
import type { Routes } from '@camarim/contract';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Services } from '../../../feature.ts';
import type { OptionsOwner } from '../policy.ts';
import type { ChatOptions } from '../rules.ts';
import { findOptions, saveOptions } from './store.ts';

type WireOptions = DataInput<Routes['GET /chats/options']>;

const present = ({ membersFree, blockedWords, ...options }: ChatOptions): WireOptions => ({
  ...options,
  blockedWords: [...blockedWords],
  membersFreeOfTip: membersFree,
});

/** The defaults when none were set. */
export const viewOptions = async (
  { db }: Ctx,
  { profileId }: Allowed<OptionsOwner>,
): Promise<WireOptions> => present(await findOptions(db, profileId));

/** Throws list.notFound, and list.byRule for a free list that is not kept by hand. */
export const setOptions = async (
  { db, clock }: Ctx,
  services: Pick<Services, 'listKind'>,
  { profileId }: Allowed<OptionsOwner>,
  { membersFreeOfTip, ...options }: BodyOf<Routes['PUT /chats/options']>,
): Promise<WireOptions> => {
  if (options.freeListId !== null) {
    const kind = await services.listKind(profileId, options.freeListId);
    if (kind === null) throw new AppError('list.notFound');
    if (kind === 'rule') throw new AppError('list.byRule');
  }
  const saved = { ...options, membersFree: membersFreeOfTip };
  await transaction(db, (tx) => saveOptions(tx, profileId, saved, clock.now()));
  return present(saved);
};
