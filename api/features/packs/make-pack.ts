// Monthly packs: requested by an owner, gathered by a job, kept in private storage.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { writeArchive } from '../../platform/archive/archive.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { signingKey } from '../../platform/installation/signing-key.ts';
import { rollUp } from '../ledger/index.ts';
import { monthOf, monthsOf, spanOfMonth } from '../transparency/index.ts';
import { packParts } from './pack-files.ts';
import type { PackMaker } from './policy.ts';
import { failStale, findPack, insertPack, listPacks, markReady, type PackRow } from './store.ts';

type Pack = DataInput<Routes['POST /dsb/packs']>;

const BUCKET = 'private';
const keyOf = (id: string): string => `packs/${id}.zip`;

/** Whether the month was not over then. */
const isPartial = (month: string, at: Date): boolean => at < spanOfMonth(month).to;

const present = ({ requestedAt, readyAt, ...row }: PackRow): Pack => ({
  ...row,
  partial: isPartial(row.month, readyAt ?? requestedAt),
  requestedAt: requestedAt.toISOString(),
  readyAt: readyAt?.toISOString() ?? null,
});

export const viewPacks = async (
  { db }: Ctx,
  _maker: Allowed<PackMaker>,
  page: { limit: number; offset: number },
): Promise<Pack[]> => (await listPacks(db, page)).map(present);

/**
 * Throws validate.invalid for a month that has not begun or was before the installation, and
 * pack.underWay.
 */
export const requestPack = async (
  ctx: Ctx,
  { adminId }: Allowed<PackMaker>,
  month: string,
): Promise<Pack> => {
  const now = ctx.clock.now();
  const months = await monthsOf(ctx);
  const isOver = months && month >= months.first && month <= months.last;
  if (!isOver && month !== monthOf(now)) throw fieldError('month', 'validate.invalid');
  // A pack whose job was lost blocks its month for a day only.
  await failStale(ctx.db, new Date(now.getTime() - DAY_MS));
  return transaction(ctx.db, async (tx) => {
    const row = await insertPack(tx, { id: newId(), month, now });
    if (!row) throw new AppError('pack.underWay');
    await recordAct(tx, {
      adminId,
      action: 'pack.requested',
      profileId: null,
      subjectId: row.id,
      reason: month,
      now,
    });
    await ctx.jobs.enqueue(tx, 'packs.make', { packId: row.id });
    return present(row);
  });
};

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** Run by the job. The archive is a local file first, because storage needs its length. */
export const buildPack = async (ctx: Ctx, services: Services, packId: string): Promise<void> => {
  const { db, clock, config, blobs } = ctx;
  const row = await findPack(db, packId);
  if (row?.state !== 'queued') return;
  const folder = join(config.home, 'packs');
  const file = join(folder, `${packId}.zip`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const now = clock.now();
    // The disputes are read from the rollups.
    await rollUp(db, now);
    const parts = packParts(ctx, services, await signingKey(db), {
      month: row.month,
      partial: isPartial(row.month, now),
      now,
    });
    await writeArchive(file, parts, now);
    const [{ size: bytes }, sha256] = [await stat(file), await sha256Of(file)];
    await blobs.put(
      BUCKET,
      keyOf(packId),
      { stream: createReadStream(file), bytes },
      { contentType: 'application/zip' },
    );
    await markReady(db, packId, { bytes, sha256, now });
  } finally {
    await rm(file, { force: true });
  }
};

/** The archive, with a line in the audit log. Throws pack.notFound. */
export const openPack = async (ctx: Ctx, { adminId }: Allowed<PackMaker>, id: string) => {
  const row = await findPack(ctx.db, id);
  const blob = row?.state === 'ready' ? await ctx.blobs.get(BUCKET, keyOf(id)) : null;
  if (!row || !blob) throw new AppError('pack.notFound');
  await transaction(ctx.db, (tx) =>
    recordAct(tx, {
      adminId,
      action: 'pack.fileViewed',
      profileId: null,
      subjectId: id,
      reason: row.month,
      now: ctx.clock.now(),
    }),
  );
  return { ...blob, month: row.month };
};
