// The issuers of wallet documents that the operator trusts: certificates, each added for one kind
// of document after a person compared its fingerprint with what the issuer publishes.
import { X509Certificate } from 'node:crypto';
import type { Ctx } from '../../../context.ts';
import {
  type Anchor,
  deleteAnchors,
  fingerprintOf,
  insertAnchor,
  listAnchors,
} from '../../../platform/age/wallet/anchor-store.ts';
import { WALLET_DOCUMENTS } from '../../../platform/age/wallet/documents.ts';
import { recordAct } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/transaction.ts';

export type AnchorLine = {
  document: string;
  subject: string;
  fingerprint: string;
  expiresAt: Date;
  expired: boolean;
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a file, PEM (any number) or DER (one). Throws when it holds none. */
export const readCertificates = (file: Buffer): X509Certificate[] => {
  const blocks = file.toString('latin1').match(CERTIFICATE);
  return (blocks ?? [file]).map((block) => new X509Certificate(block));
};

export const anchorLine = ({ docType, certificate }: Anchor, now: Date): AnchorLine => ({
  document: WALLET_DOCUMENTS.find((document) => document.docType === docType)?.name ?? docType,
  subject: certificate.subject.replaceAll('\n', ', '),
  fingerprint: fingerprintOf(certificate),
  expiresAt: new Date(certificate.validTo),
  expired: Date.parse(certificate.validTo) < now.getTime(),
});

export const viewAnchors = async ({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<AnchorLine[]> =>
  (await listAnchors(db)).map((anchor) => anchorLine(anchor, clock.now()));

/** Recorded in the audit log. False when it is trusted already. */
export const trustAnchor = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>, anchor: Anchor) =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const added = await insertAnchor(tx, anchor, now);
    if (added) await recordAnchor(tx, 'age.anchorAdded', anchorLine(anchor, now), now);
    return added;
  });

/** False when none has this fingerprint. */
export const distrustAnchor = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>, fingerprint: string) =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const removed = (await listAnchors(tx)).filter(
      ({ certificate }) => fingerprintOf(certificate) === fingerprint,
    );
    await deleteAnchors(tx, fingerprint);
    for (const anchor of removed)
      await recordAnchor(tx, 'age.anchorRemoved', anchorLine(anchor, now), now);
    return removed.length > 0;
  });

const recordAnchor = async (
  tx: Parameters<typeof recordAct>[0],
  action: 'age.anchorAdded' | 'age.anchorRemoved',
  { document, subject, fingerprint }: AnchorLine,
  now: Date,
): Promise<void> => {
  await recordAct(tx, {
    adminId: null,
    action,
    profileId: null,
    subjectId: fingerprint,
    reason: `${document}: ${subject}`,
    now,
  });
};
