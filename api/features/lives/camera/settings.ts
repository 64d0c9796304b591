// Camera settings as their producer sees and sets them. A price or rule that the choice does not
// use is kept, so that a producer who goes back to it finds it again.
import type { cameraSettingsSchema } from '@camarim/contract/features/lives/camera-settings';
import type { ListId } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import type { z } from 'zod';
import { type ArchiveFile, jsonFile } from '../../../platform/archive/archive.ts';
import { fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { createSelections } from '../../lists/index.ts';
import type { LiveOwner } from '../policy.ts';
import { type CameraSettings, loadSettings, saveSettings } from './settings-store.ts';

export type CameraSettingsData = z.input<typeof cameraSettingsSchema>;
type SettingsInput = z.output<typeof cameraSettingsSchema>;

const present = (s: CameraSettings): CameraSettingsData => ({
  partyCharge: s.party_charge,
  partyPricePerMinute: s.party_price_centavos,
  ticketPrice: s.ticket_price_centavos,
  groupSize: s.group_size,
  partyCalls: s.party_calls,
  privatePricePerMinute: s.private_price_centavos,
  minimumMinutes: s.minimum_minutes,
  spyPricePerMinute: s.spy_price_centavos,
  reverseCamera: s.reverse_camera,
  recorded: s.recorded,
  pausesParty: s.pauses_party,
  entry: s.entry,
  entryListId: s.entry_list_id,
  entrySpentAtLeast: s.entry_spent_centavos,
});

const rowOf = (r: SettingsInput): CameraSettings => ({
  party_charge: r.partyCharge,
  party_price_centavos: r.partyPricePerMinute,
  ticket_price_centavos: r.ticketPrice,
  group_size: r.groupSize,
  party_calls: r.partyCalls,
  private_price_centavos: r.privatePricePerMinute,
  minimum_minutes: r.minimumMinutes,
  spy_price_centavos: r.spyPricePerMinute,
  reverse_camera: r.reverseCamera,
  recorded: r.recorded,
  pauses_party: r.pausesParty,
  entry: r.entry,
  entry_list_id: r.entryListId,
  entry_spent_centavos: r.entrySpentAtLeast,
});

export const viewSettings = async (
  { db }: Ctx,
  { producerId }: Allowed<LiveOwner>,
): Promise<CameraSettingsData> => present(await loadSettings(db, producerId));

/** The camera settings in an archive; a person who never went live has the usual ones. */
export const exportSettingsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('lives/camera-settings.json', async () => present(await loadSettings(db, profileId))),
];

const checkList = async (ctx: Ctx, producerId: ProfileId, id: ListId): Promise<void> => {
  const selections = createSelections(ctx);
  const selection = { include: [{ kind: 'list' as const, id }], exclude: [] };
  if (await selections.namesPlace(ctx.db, producerId, selection))
    throw fieldError('entryListId', 'live.entryByPlace');
  await selections.check(ctx.db, producerId, selection);
};

/**
 * Throws list.notFound for a list of another person, and live.entryByPlace for one by places: who
 * is let in would tell where single people live.
 */
export const setSettings = async (
  ctx: Ctx,
  { producerId }: Allowed<LiveOwner>,
  requested: SettingsInput,
): Promise<CameraSettingsData> => {
  if (requested.entryListId !== null) await checkList(ctx, producerId, requested.entryListId);
  const settings = rowOf(requested);
  await transaction(ctx.db, (tx) => saveSettings(tx, producerId, settings, ctx.clock.now()));
  return present(settings);
};
