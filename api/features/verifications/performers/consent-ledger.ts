// The ledger of consents as files: a chain that can be checked, and entries of some people that an
// outside person can verify (tools/verify-consents.mjs).
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { ArchiveFile } from '../../../platform/archive/archive.ts';
import type { Chain } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { signingKey } from '../../../platform/installation/signing-key.ts';
import {
  chainedConsents,
  type ConsentContent,
  consentsHead,
  type ConsentsOf,
  provedConsents,
} from './consent-store.ts';

export const CONSENT_CHAIN: Chain<ConsentContent> = {
  entries: chainedConsents,
  partsOf: (entry) => [
    entry.id,
    entry.signedAt,
    entry.performerId,
    entry.producerId,
    entry.act,
    entry.scope,
    entry.mediaId,
    entry.textVersion,
    entry.signedBy,
    entry.network,
  ],
  head: consentsHead,
};

/** The signed text names its purpose. */
export const signedText = (lines: string): Buffer => Buffer.from(`camarim consents\n${lines}`);

const readLines = async (tx: Database, of: ConsentsOf, about: object): Promise<string> => {
  const entries = await provedConsents(tx, of);
  const chain = await consentsHead(tx);
  const lines = [{ ...about, entries: entries.length, chain }, ...entries];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
};

/**
 * The entries that concern a person, an entry a line, each with the hash before it: this proves its
 * content and its place without those of others. The first line says what the file is, the last
 * signs all before it. A producer reads all but the network from which a person signed, so that its
 * line proves by the signature and by the hash that monthly packs have of the place.
 */
export const signedConsents = async (ctx: Ctx, of: ConsentsOf): Promise<string> => {
  const about = {
    kind: 'camarim consents',
    version: 1,
    installation: ctx.config.publicUrl,
    madeAt: ctx.clock.now().toISOString(),
  };
  const lines = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readLines(tx, of, about));
  const { publicKey, sign } = await signingKey(ctx.db);
  const end = { algorithm: 'Ed25519', publicKey, signature: sign(signedText(lines)) };
  return `${lines}${JSON.stringify(end)}\n`;
};

/** The same in the archive of a producer. */
export const exportConsentsOf = (ctx: Ctx, producerId: ProfileId): ArchiveFile[] => [
  {
    path: 'posts/consents.ndjson',
    content: async function* () {
      yield await signedConsents(ctx, { producerId });
    },
  },
];
