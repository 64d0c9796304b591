// Preferences of notifications as the person sees and changes them.
import type { Routes } from '@camarim/contract';
import { NOTIFICATION_GROUPS } from '@camarim/contract/features/notifications/kinds';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { channelsOf, settingsFrom } from '../deliver/rules.ts';
import { loadSettings, saveSettings } from './store.ts';

type View = DataInput<Routes['GET /profiles/notifications/settings']>;

export const viewSettings = async (
  { db }: Pick<Ctx, 'db'>,
  profileId: ProfileId,
): Promise<View> => {
  const settings = (await loadSettings(db, [profileId]))(profileId);
  const { quiet, timeZone, details } = settings;
  return {
    groups: Object.fromEntries(
      NOTIFICATION_GROUPS.map((group) => [group, channelsOf(settings, group)]),
    ) as View['groups'],
    quiet,
    timeZone,
    details,
  };
};

export const changeSettings = async (
  ctx: Pick<Ctx, 'db' | 'clock'>,
  profileId: ProfileId,
  { groups, quiet, timeZone, details }: BodyOf<Routes['PUT /profiles/notifications/settings']>,
): Promise<View> => {
  const settings = { ...settingsFrom(groups), quiet, timeZone, details };
  await transaction(ctx.db, (tx) => saveSettings(tx, profileId, settings, ctx.clock.now()));
  return viewSettings(ctx, profileId);
};
