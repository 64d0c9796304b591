// Reports in the database.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database/database.ts';

export type ReportBody = BodyOf<Routes['POST /reports']>;

type NewReport = Pick<ReportBody, 'targetKind' | 'targetId' | 'reason' | 'text'> & { id: string; reporterId: ProfileId | null; sealedContact: Buffer | null; dueAt: Date; now: Date };

export const insertReport = async (tx: Kysely<DB>, report: NewReport): Promise<void> => {
  await tx
    .insertInto('reports')
    .values({
      id: report.id,
      reporter_id: report.reporterId,
      sealed_contact: report.sealedContact,
      target_kind: report.targetKind,
      target_id: report.targetId,
      reason: report.reason,
      text: report.text,
      created_at: report.now,
      due_at: report.dueAt,
    })
    .execute();
};

/** A report stays for whoever must decide it, without a name; the words of one that was decided go too. */
export const blankReportsOf = async (db: Kysely<DB>, profileId: ProfileId): Promise<void> => {
  await db
    .updateTable('reports')
    .set(({ eb }) => ({ reporter_id: null, text: eb.case().when('decided_at', 'is', null).then(eb.ref('text')).else('').end() }))
    .where('reporter_id', '=', profileId)
    .execute();
};
