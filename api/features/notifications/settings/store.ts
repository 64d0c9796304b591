// SQL of preferences of notifications.
import type { ProfileId } from '@camarim/contract/ids';
import type { UnsubscribeTopic } from '@camarim/contract/features/notifications/channels';
import { typesOfGroup } from '@camarim/contract/features/notifications/kinds';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { keepHeldCopy } from '../../access/index.ts';
import { DEFAULT_SETTINGS, type Settings } from '../deliver/rules.ts';

type Row = Omit<Settings, 'quiet'> & {
  profile_id: ProfileId;
  quiet_from: number | null;
  quiet_until: number | null;
};

const settingsOf = ({ profile_id: _id, quiet_from, quiet_until, ...row }: Row): Settings => ({
  ...row,
  quiet:
    quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until },
});

/** The settings of these profiles; those without a row have the defaults. */
export const loadSettings = async (
  db: Database,
  profileIds: readonly ProfileId[],
): Promise<(profileId: ProfileId) => Settings> => {
  const { rows } = await sql<Row>`
    SELECT profile_id, in_app_off AS "inAppOff", email, push, quiet_from, quiet_until,
      time_zone AS "timeZone", push_details AS details
    FROM notification_settings WHERE profile_id = ANY(${profileIds}::uuid[])`.execute(db);
  const known = new Map(rows.map((row) => [row.profile_id, settingsOf(row)]));
  return (profileId) => known.get(profileId) ?? DEFAULT_SETTINGS;
};

export const saveSettings = async (
  db: Database,
  profileId: ProfileId,
  { inAppOff, email, push, quiet, timeZone, details }: Settings,
  now: Date,
): Promise<void> => {
  await keepHeldCopy(db, 'noticeSettings', profileId);
  await sql`
    INSERT INTO notification_settings (profile_id, in_app_off, email, push, quiet_from, quiet_until,
      time_zone, push_details, updated_at)
    VALUES (${profileId}::uuid, ${inAppOff}::text[], ${JSON.stringify(email)}::jsonb,
      ${JSON.stringify(push)}::jsonb, ${quiet?.from ?? null}::smallint,
      ${quiet?.until ?? null}::smallint, ${timeZone}::text, ${details}::boolean,
        ${now}::timestamptz)
    ON CONFLICT (profile_id) DO UPDATE SET in_app_off = excluded.in_app_off, email = excluded.email,
      push = excluded.push,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
        time_zone = excluded.time_zone, push_details = excluded.push_details,
      updated_at = excluded.updated_at`.execute(db);
};

/** Turns emails of these groups off; other choices stay. */
export const endEmails = async (
  db: Database,
  profileId: ProfileId,
  groups: readonly Exclude<UnsubscribeTopic, 'digest'>[],
  now: Date,
): Promise<void> => {
  await keepHeldCopy(db, 'noticeSettings', profileId);
  const off = JSON.stringify(Object.fromEntries(groups.map((group) => [group, 'off'])));
  await sql`
    INSERT INTO notification_settings (profile_id, email, updated_at) SELECT id, ${off}::jsonb,
      ${now}::timestamptz FROM profiles WHERE id = ${profileId}::uuid
    ON CONFLICT (profile_id) DO UPDATE SET email = notification_settings.email || excluded.email,
      updated_at = excluded.updated_at`.execute(db);
  const types = groups.flatMap(typesOfGroup);
  await sql`UPDATE notifications SET digest_at = NULL WHERE profile_id = ${profileId}::uuid
    AND digest_at IS NOT NULL AND type = ANY(${types}::text[])`.execute(db);
};

export const deleteSettingsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('notification_settings').where('profile_id', '=', profileId).execute();
};
