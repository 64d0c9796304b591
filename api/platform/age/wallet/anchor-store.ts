// The certificates of issuers that the operator trusts, each for one kind of document.
import { X509Certificate } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { newId } from '../../ids/new-id.ts';

export type Anchor = { docType: string; certificate: X509Certificate };

/** SHA-256 of the certificate, in lower-case hexadecimal digits. */
export const fingerprintOf = ({ fingerprint256 }: X509Certificate): string =>
  fingerprint256.replaceAll(':', '').toLowerCase();

export const listAnchors = async (db: Database): Promise<Anchor[]> =>
  (
    await db
      .selectFrom('age_anchors')
      .select(['doc_type', 'certificate'])
      .orderBy('doc_type')
      .orderBy('added_at')
      .orderBy('id')
      .execute()
  ).map(({ doc_type: docType, certificate }) => ({
    docType,
    certificate: new X509Certificate(certificate),
  }));

/** False when it is there already. */
export const insertAnchor = async (
  tx: Database,
  { docType, certificate }: Anchor,
  now: Date,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('age_anchors')
    .values({
      id: newId(),
      doc_type: docType,
      certificate: certificate.raw,
      fingerprint: fingerprintOf(certificate),
      subject: certificate.subject.replaceAll('\n', ', '),
      not_after: new Date(certificate.validTo),
      added_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** How many were removed: one for each kind of document that it vouched for. */
export const deleteAnchors = async (tx: Database, fingerprint: string): Promise<number> =>
  Number(
    (await tx.deleteFrom('age_anchors').where('fingerprint', '=', fingerprint).executeTakeFirst())
      .numDeletedRows,
  );
