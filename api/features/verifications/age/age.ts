// Age verification by document and selfie, which an administrator decides on, and the age rules that
// administrators set. Documents are stored sealed and deleted with the decision.
import { randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import {
  insertSettings,
  isVerified,
  listSettings,
  recordVerified,
} from '../../../platform/age/store.ts';
import { recordAct } from '../../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../../platform/audit/second-person.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Platform } from '../../../platform/platform.ts';
import { documentAddress } from '../documents/addresses.ts';
import {
  deleteDocuments,
  deleteUploads,
  requireViewed,
  storeDocuments,
} from '../documents/documents.ts';
import { summarise } from '../../profiles/index.ts';
import type { Applicant, Reviewer } from './policy.ts';
import { decideAgeRequest, insertAgeRequest, latestAgeRequest, listAgeRequests } from './store.ts';

/** Contact data, which auth provides. */
export type ContactLookup = {
  contactOf(
    tx: Transaction,
    profileId: ProfileId,
  ): Promise<{ email: string; name: string; locale: Locale } | null>;
};

type OwnAge = DataInput<Routes['GET /profiles/age']>;

export const viewOwnAge = async (
  { db }: Pick<Platform, 'db'>,
  profileId: ProfileId,
): Promise<OwnAge> => {
  const [verified, row] = await Promise.all([
    isVerified(db, profileId),
    latestAgeRequest(db, profileId),
  ]);
  return {
    stage: verified ? 'verified' : (row?.stage ?? 'none'),
    requestedAt: row?.requested_at.toISOString() ?? null,
    reason: row?.reason ?? '',
  };
};

/** Throws age.alreadyAsked, and upload.* of the images; then nothing is stored. */
export const requestVerification = async (
  platform: Platform,
  { profileId }: Allowed<Applicant>,
  keys: { documentFrontKey: string; selfieKey: string },
): Promise<void> => {
  if (keys.documentFrontKey === keys.selfieKey) throw fieldError('selfieKey', 'validate.invalid');
  const given = [
    { name: 'documentFront', key: keys.documentFrontKey },
    { name: 'selfie', key: keys.selfieKey },
  ] as const;
  const holder = { group: 'age', id: randomUUIDv7() } as const;
  await storeDocuments(platform, profileId, holder, given);
  try {
    await transaction(platform.db, async (tx) => {
      const open =
        !(await isVerified(tx, profileId)) &&
        (await insertAgeRequest(tx, { id: holder.id, profileId, now: platform.clock.now() }));
      if (!open) throw new AppError('age.alreadyAsked');
    });
  } catch (error) {
    await deleteDocuments(platform, holder);
    throw error;
  }
  await deleteUploads(platform, given);
};

/** Open requests with addresses of their documents; each view is audited. */
export const viewAgeQueue = async (
  platform: Platform,
  { adminId }: Allowed<Reviewer>,
  page: { limit: number; offset: number },
): Promise<DataInput<Routes['GET /dsb/age']>> => {
  const rows = await listAgeRequests(platform.db, page);
  const profiles = await summarise(
    platform,
    rows.map((row) => row.profile_id),
  );
  await transaction(platform.db, async (tx) => {
    for (const row of rows)
      await recordAct(tx, {
        adminId,
        action: 'age.viewed',
        profileId: row.profile_id,
        subjectId: row.id,
        now: platform.clock.now(),
      });
  });
  const shown = await Promise.all(
    rows.map(async (row) => {
      const profile = profiles.get(row.profile_id);
      const addresses = (['documentFront', 'selfie'] as const).map(async (kind) => ({
        kind,
        url: await documentAddress(
          platform,
          { holder: { group: 'age', id: row.id }, name: kind, ownerId: row.profile_id },
          adminId,
        ),
      }));
      return profile
        ? [
            {
              id: row.id,
              profile,
              requestedAt: row.requested_at.toISOString(),
              documents: await Promise.all(addresses),
            },
          ]
        : [];
    }),
  );
  return shown.flat();
};

type Decision = { id: string; verified: boolean; reason: string };

/** Throws age.alreadyDecided, and validate.required when a refusal has no reason. */
export const decideAge = async (
  platform: Platform,
  { contactOf }: ContactLookup,
  { adminId }: Allowed<Reviewer>,
  { id, verified, reason }: Decision,
): Promise<'verified' | 'refused'> => {
  if (!verified && reason === '') throw fieldError('reason', 'validate.required');
  const stage = verified ? 'verified' : 'refused';
  const now = platform.clock.now();
  await transaction(platform.db, async (tx) => {
    const profileId = await decideAgeRequest(tx, { id, stage, reason, adminId, now });
    if (!profileId) throw new AppError('age.alreadyDecided');
    refuseOwnDecision(adminId, profileId);
    if (verified)
      await requireViewed(tx, adminId, { group: 'age', id }, ['documentFront', 'selfie']);
    if (verified) await recordVerified(tx, profileId, now);
    await recordAct(tx, {
      adminId,
      action: verified ? 'age.verified' : 'age.refused',
      profileId,
      subjectId: id,
      reason,
      now,
    });
    const person = await contactOf(tx, profileId);
    if (!person) return;
    const { email: to, locale, name } = person;
    const link = `${platform.config.publicUrl}/account/age`;
    if (verified)
      await platform.mail.send(tx, { to, locale, template: 'ageVerified', params: { name, link } });
    else
      await platform.mail.send(tx, {
        to,
        locale,
        template: 'ageRefused',
        params: { name, reason, link },
      });
  });
  // After the commit: a decision that is rolled back still needs the documents.
  await deleteDocuments(platform, { group: 'age', id });
  return stage;
};

export const viewSettings = async (
  platform: Platform,
  limit: number,
): Promise<DataInput<Routes['GET /dsb/age-settings']>> => {
  const [{ version, rules }, history] = await Promise.all([
    platform.age.settings(),
    listSettings(platform.db, limit),
  ]);
  return {
    version,
    rules: [...rules],
    history: history.map((row) => ({
      version: row.version,
      changedBy: row.changed_by,
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      rules: row.rules,
    })),
  };
};

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === UNIQUE_VIOLATION;

/**
 * Stores a new version. Throws age.settingsChanged when another administrator has changed the rules
 * since `version`.
 */
export const changeSettings = async (
  platform: Platform,
  { adminId }: Allowed<Reviewer>,
  { version, rules, reason }: BodyOf<Routes['PUT /dsb/age-settings']>,
): Promise<number> => {
  const next = version + 1;
  const now = platform.clock.now();
  try {
    await transaction(platform.db, async (tx) => {
      const [newest] = await listSettings(tx, 1);
      if ((newest?.version ?? 0) !== version) throw new AppError('age.settingsChanged');
      await insertSettings(tx, { version: next, rules, changedBy: adminId, reason, now });
      await recordAct(tx, {
        adminId,
        action: 'age.settingsChanged',
        profileId: null,
        subjectId: String(next),
        reason,
        now,
      });
    });
  } catch (error) {
    throw isTaken(error) ? new AppError('age.settingsChanged') : error;
  }
  return next;
};
