// Who may write to a producer, and what it costs.
import type { Routes } from '@camarim/contract';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import type { OptionsOwner } from './policy.ts';
import type { ChatOptions } from './rules.ts';
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

export const setOptions = async (
  { db, clock }: Ctx,
  { profileId }: Allowed<OptionsOwner>,
  { membersFreeOfTip, ...options }: BodyOf<Routes['PUT /chats/options']>,
): Promise<WireOptions> => {
  const saved = { ...options, membersFree: membersFreeOfTip };
  await saveOptions(db, profileId, saved, clock.now());
  return present(saved);
};
