// Ending emails by one press, without a session: the address in each email carries a signed code.
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  UNSUBSCRIBE_TOPICS,
  type UnsubscribeTopic,
} from '@camarim/contract/features/notifications/channels';
import { NOTIFICATION_GROUPS } from '@camarim/contract/features/notifications/kinds';
import { isUuid, type ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import { channelsOf } from '../deliver/rules.ts';
import { endEmails, loadSettings } from './store.ts';

const MAC_BYTES = 16;

const macOf = async (db: Ctx['db'], profileId: string, topic: string): Promise<Buffer> =>
  createHmac('sha256', await installationSecret(db, 'unsubscribe'))
    .update(`${profileId}/${topic}`)
    .digest()
    .subarray(0, MAC_BYTES);

/**
 * The code of an address to end emails. It does not expire, because an email may be read years
 * later, and it can do nothing else.
 */
export const unsubscribeCode = async (
  db: Ctx['db'],
  profileId: ProfileId,
  topic: UnsubscribeTopic,
): Promise<string> =>
  `${profileId}.${topic}.${(await macOf(db, profileId, topic)).toString('base64url')}`;

/** Throws token.invalid. */
const readCode = async (
  db: Ctx['db'],
  code: string,
): Promise<{ profileId: ProfileId; topic: UnsubscribeTopic }> => {
  const [profileId = '', name = '', mac = ''] = code.split('.');
  const topic = UNSUBSCRIBE_TOPICS.find((known) => known === name);
  const given = Buffer.from(mac, 'base64url');
  if (!topic || !isUuid(profileId) || given.length !== MAC_BYTES)
    throw new AppError('token.invalid');
  if (!timingSafeEqual(given, await macOf(db, profileId, topic)))
    throw new AppError('token.invalid');
  return { profileId: profileId as ProfileId, topic };
};

/** Ends the emails that the code is about; again changes nothing. Throws token.invalid. */
export const unsubscribe = async (
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  code: string,
): Promise<UnsubscribeTopic> => {
  const { profileId, topic } = await readCode(db, code);
  await transaction(db, async (tx) => {
    const settings = (await loadSettings(tx, [profileId]))(profileId);
    const groups =
      topic === 'digest'
        ? NOTIFICATION_GROUPS.filter((group) => channelsOf(settings, group).email === 'digest')
        : [topic];
    await endEmails(tx, profileId, groups, clock.now());
  });
  return topic;
};
