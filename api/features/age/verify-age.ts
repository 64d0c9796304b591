// Having one's age verified by document and selfie: sent sealed, looked at by an administrator,
// deleted with the decision.
import { randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import type { Locale } from '@camarim/contract/limits';
import { isVerified, recordVerified } from '../../platform/age/store.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  documentAddress,
  keepDocuments,
  removeDocuments,
  removeUploads,
  requireViewed,
} from '../documents/index.ts';
import { summarise } from '../profiles/index.ts';
import type { Applicant, Reviewer } from './policy.ts';
import { decideAgeRequest, insertAgeRequest, latestAgeRequest, listAgeRequests } from './store.ts';

/** What this part needs of identity. */
export type AgePeople = {
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

/** Throws age.alreadyAsked, and upload.* of the pictures; then nothing is kept. */
export const askToVerify = async (
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
  await keepDocuments(platform, profileId, holder, given);
  try {
    await transaction(platform.db, async (tx) => {
      const open =
        !(await isVerified(tx, profileId)) &&
        (await insertAgeRequest(tx, { id: holder.id, profileId, now: platform.clock.now() }));
      if (!open) throw new AppError('age.alreadyAsked');
    });
  } catch (error) {
    await removeDocuments(platform, holder);
    throw error;
  }
  await removeUploads(platform, given);
};

/** Who waits, with addresses of their documents; the page is recorded as looked at. */
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
  { contactOf }: AgePeople,
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
  // After the commit: a decision that is taken back must find its documents.
  await removeDocuments(platform, { group: 'age', id });
  return stage;
};
