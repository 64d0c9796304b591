// Camera settings of producers in the database, in the fields that a show takes over from them.
import type { LiveCharge, LiveEntryRule } from '@camarim/contract/features/lives/charges';
import type { ListId } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Database } from '../../../platform/database/database.ts';
import { keepHeldCopy } from '../../access/index.ts';

/** The people who may enter. `list` null: the list was deleted, and no person may. */
export type EntryRule = {
  entry: LiveEntryRule;
  entry_list_id: ListId | null;
  entry_spent_centavos: Centavos | null;
};

export type CameraSettings = EntryRule & {
  party_charge: LiveCharge;
  party_price_centavos: Centavos | null;
  ticket_price_centavos: Centavos | null;
  group_size: number | null;
  /** Whether members may call for a party. */
  party_calls: boolean;
  /** Null: no calls for private shows are taken. */
  private_price_centavos: Centavos | null;
  minimum_minutes: number;
  spy_price_centavos: Centavos | null;
  reverse_camera: boolean;
  recorded: boolean;
  pauses_party: boolean;
};

/** Until the producer sets them: nothing costs money at a price that they did not choose. */
export const DEFAULT_SETTINGS: CameraSettings = {
  party_charge: 'free',
  party_price_centavos: null,
  ticket_price_centavos: null,
  group_size: null,
  party_calls: false,
  private_price_centavos: null,
  minimum_minutes: 3,
  spy_price_centavos: null,
  reverse_camera: true,
  recorded: false,
  pauses_party: true,
  entry: 'everyone',
  entry_list_id: null,
  entry_spent_centavos: null,
};

export const loadSettings = async (
  db: Database,
  producerId: ProfileId,
): Promise<CameraSettings> => {
  const row = await db
    .selectFrom('camera_settings')
    .selectAll()
    .where('producer_id', '=', producerId)
    .executeTakeFirst();
  return row ? (row as CameraSettings) : DEFAULT_SETTINGS;
};

export const saveSettings = async (
  db: Database,
  producerId: ProfileId,
  settings: CameraSettings,
  now: Date,
): Promise<void> => {
  const values = { ...settings, updated_at: now };
  await keepHeldCopy(db, 'cameraSettings', producerId);
  await db
    .insertInto('camera_settings')
    .values({ producer_id: producerId, ...values })
    .onConflict((conflict) => conflict.column('producer_id').doUpdateSet(values))
    .execute();
};

export const deleteSettings = async (db: Database, producerId: ProfileId): Promise<void> => {
  await db.deleteFrom('camera_settings').where('producer_id', '=', producerId).execute();
};
