// The entries of a person's accounts in their archive of personal data, also as CSV for
// spreadsheets.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, csvFile, tableFile } from '../../platform/archive/archive.ts';
import type { Platform } from '../../platform/platform.ts';

type Line = {
  id: string;
  kind: string;
  account: string;
  amountCentavos: number;
  referenceType: string | null;
  referenceId: string | null;
  memo: unknown;
  message: string | null;
  releaseAt: Date | null;
  createdAt: Date;
};

/** Ids of entries are numbers that grow; written as UUIDs they keep their order. */
const readLines = (db: Platform['db'], profileId: ProfileId, after: string, limit: number) =>
  sql<Line>`
    SELECT lpad(to_hex(e.id), 32, '0')::uuid AS id, t.kind, a.kind AS account,
      e.amount AS "amountCentavos", t.reference_type AS "referenceType",
      t.reference_id AS "referenceId",
      t.memo, CASE WHEN t.kind = 'tip' THEN t.memo ->> 'message' END AS message,
        e.release_at AS "releaseAt", e.created_at AS "createdAt"
    FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
      JOIN ledger_transfers t ON t.id = e.transfer_id
    WHERE a.owner_profile_id = ${profileId}::uuid
      AND e.id > ${Number.parseInt(after.replaceAll('-', ''), 16)}::bigint
    ORDER BY e.id LIMIT ${limit}`.execute(db);

export const exportStatementOf = (
  { db }: Pick<Platform, 'db'>,
  profileId: ProfileId,
): ArchiveFile[] => [
  tableFile('wallet/statement.json', (after, limit) => readLines(db, profileId, after, limit)),
  csvFile(
    'wallet/statement.csv',
    [
      'createdAt',
      'kind',
      'account',
      'amountCentavos',
      'referenceType',
      'referenceId',
      'message',
      'id',
    ],
    (after, limit) => readLines(db, profileId, after, limit),
  ),
];
