// Copies of what a person withdrew from, at other producers: they are withheld at once, and one
// removal request asks a moderator about them, because a near copy may be another picture, and
// that producer may have a right of their own to it.
import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { lockName, type Transaction, transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { hashToken } from '../../platform/tokens/hash-token.ts';
import { dueAtOf, referenceOf } from '../reports/index.ts';
import { createToken, type Withdrawer } from '../verifications/index.ts';
import { addItems } from './items.ts';
import { notifyAdmins } from './notify.ts';
import { type Person, sealContextOf } from './person.ts';
import {
  insertRequest,
  lockRequest,
  markConfirmed,
  markSearched,
  mediasAskedFor,
  type NewItem,
  openRequestOf,
  type RequestRow,
} from './store.ts';

const openRequest = async (
  ctx: Ctx,
  tx: Transaction,
  { id: performerId, contact }: Withdrawer,
): Promise<RequestRow> => {
  const now = ctx.clock.now();
  const id = newId();
  const reference = referenceOf('M', randomBytes(8));
  await insertRequest(tx, {
    id,
    reference,
    tokenHash: hashToken(createToken()),
    sealed: contact && ctx.seal.seal(sealContextOf(id), { ...contact, text: '' } satisfies Person),
    ground: 'consentWithdrawn',
    byRepresentative: false,
    performerId,
    links: [],
    hashes: [],
    now,
  });
  const dueAt = dueAtOf('intimateImage', now, ctx.config);
  await markConfirmed(tx, id, { dueAt, now });
  await markSearched(tx, id, now);
  await notifyAdmins(ctx, tx, { reference, dueAt });
  const row = await lockRequest(tx, id);
  if (!row) throw new Error(`request ${id} is gone`);
  return row;
};

/**
 * Withholds the copies and adds them to the open request of this person, which is made if there is
 * none. What was asked about before is left as it was decided. May run twice.
 */
export const withholdCopiesElsewhere = (
  ctx: Ctx,
  person: Withdrawer,
  copies: readonly Omit<NewItem, 'via'>[],
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockName(tx, `copies elsewhere/${person.id}`);
    const known = await mediasAskedFor(tx, person.id);
    const added = copies.filter(({ mediaId }) => !known.has(mediaId));
    if (added.length === 0) return;
    const open = await openRequestOf(tx, person.id);
    const found = open === null ? null : await lockRequest(tx, open);
    // It may have been decided while this waited for the lock.
    const waiting = found?.decided_at === null ? found : null;
    const request = waiting ?? (await openRequest(ctx, tx, person));
    await addItems(
      ctx,
      tx,
      request,
      added.map((copy) => ({ ...copy, via: 'copy' })),
    );
  });
