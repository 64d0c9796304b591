// What administrators see of verifications: how many wait, personal data only with an audit entry
// of each view, documents by addresses that are valid for one administrator and for minutes.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { documentAddress } from './documents/addresses.ts';
import { type KINDS, KIND_NAMES, type VerificationKind, policyOf } from './kinds.ts';
import type { Reviewer } from './policy.ts';
import { countWaiting } from './store.ts';

type ViewedRow = { kind: VerificationKind; id: string; profile_id: ProfileId };
type DocumentImage<K extends VerificationKind> = {
  kind: (typeof KINDS)[K]['documents'][number];
  url: string;
};

/** Every kind with what waits. Without personal data, so no view is recorded. */
export const viewQueues = (
  { db }: Ctx,
  _reviewer: Allowed<Reviewer>,
): Promise<DataInput<Routes['GET /dsb/verifications']>> =>
  Promise.all(
    KIND_NAMES.map(async (kind) => {
      const { waiting, oldestAt } = await countWaiting(db, kind);
      const states = [...policyOf(kind).listed];
      return { kind, states, waiting, oldestAt: oldestAt?.toISOString() ?? null };
    }),
  );

/** The profiles of the rows; rows of profiles that no longer exist are left out. */
export const withProfiles = async <Row extends { profile_id: ProfileId }, Item>(
  ctx: Ctx,
  rows: readonly Row[],
  present: (row: Row, profile: ProfileSummary) => Item | Promise<Item>,
): Promise<Item[]> => {
  const profiles = await summarise(ctx, [...new Set(rows.map((row) => row.profile_id))]);
  const items = rows.map(async (row) => {
    const profile = profiles.get(row.profile_id);
    return profile ? [await present(row, profile)] : [];
  });
  return (await Promise.all(items)).flat();
};

/** Records in the audit log that the administrator sees these rows, then presents them. */
export const viewAudited = async <Row extends ViewedRow, Item>(
  ctx: Ctx,
  adminId: ProfileId,
  rows: readonly Row[],
  present: (
    row: Row,
    profile: ProfileSummary,
    documents: () => Promise<DocumentImage<Row['kind']>[]>,
  ) => Promise<Item>,
): Promise<Item[]> => {
  await transaction(ctx.db, async (tx) => {
    for (const { kind, id, profile_id: profileId } of rows)
      await recordAct(tx, {
        adminId,
        action: `${kind}.viewed`,
        profileId,
        subjectId: id,
        now: ctx.clock.now(),
      });
  });
  const imagesOf = ({ kind, id, profile_id: ownerId }: Row) =>
    Promise.all(
      policyOf(kind).documents.map(async (name) => ({
        kind: name,
        url: await documentAddress(ctx, { holder: { group: kind, id }, name, ownerId }, adminId),
      })),
    );
  return withProfiles(ctx, rows, (row, profile) =>
    present(row, profile, () => imagesOf(row) as Promise<DocumentImage<Row['kind']>[]>),
  );
};
