// The files of a pack, and the manifest of what was written. Counts, times, ids and hashes only: no
// media, no documents, no names, and no texts of people but the reasons of decisions in the
// samples.
import { createHash } from 'node:crypto';
import type { ArchiveFile, ArchivePart } from '../../platform/archive/archive.ts';
import { AUDIT_CHAIN, checkChain } from '../../platform/audit/audit.ts';
import type { SigningKey } from '../../platform/installation/signing-key.ts';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { figuresCsv, figuresOfMonth, spanOfMonth } from '../transparency/index.ts';
import { DEMANDS } from './demands.ts';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig.json';

export type Manifest = {
  kind: 'camarim monthly pack';
  version: 1;
  installation: string;
  month: string;
  madeAt: string;
  /** The month was not over when it was made. */
  partial?: true;
  /** The audit log when the pack was made: its newest entry proves all before it. */
  audit: { entries: number; hash: string; whole: boolean };
  files: { path: string; bytes: number; sha256: string }[];
};

/** `partial`: the month is not over; `now`: when the pack is made. */
type PackMonth = { month: string; partial: boolean; now: Date };

/** The signed text names its purpose. */
export const signedText = (manifest: string): Buffer =>
  Buffer.from(`camarim monthly pack\n${manifest}`);

const README = `What this installation decided and counted in one month, for its acquirer and for authorities.

index.json     which files answer which rule (Mastercard AN 5196, Visa VIRP, DSA, ECA Digital)
figures.csv    counts and median times; the public page of the same figures withholds small counts
records/       one line for each case, with ids, times and hashes; never media, documents, names or texts
samples/       up to five decisions of each class with the rule, who decides, times and hashes, chosen by the
               hash of month and id; what people wrote is left out, because it may name them
manifest.json  every file with its size and SHA-256, and the newest hash of the audit log; "partial" when the
               month was not over
manifest.sig.json  the Ed25519 signature of the manifest and the public key

To verify: node verify-pack.mjs FILE --month YYYY-MM --key PUBLIC-KEY
The program and the key are at /api/publics/packs/verifier and /api/publics/packs/key of the installation.
`;

const textFile = (path: string, read: () => Promise<string> | string): ArchiveFile => ({
  path,
  content: async function* () {
    yield await read();
  },
});

/** The same file; what passes is counted when it is written. */
const counted = (file: ArchiveFile, files: Manifest['files']): ArchiveFile => ({
  ...file,
  content: async function* () {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of await file.content()) {
      const piece = Buffer.from(chunk as string | Buffer);
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    files.push({ path: file.path, bytes, sha256: hash.digest('hex') });
  },
});

async function* countedAll(
  part: ArchivePart,
  files: Manifest['files'],
): AsyncGenerator<ArchiveFile> {
  for await (const file of part) yield counted(file, files);
}

/** Everything but the manifest. */
const contentOf = (ctx: Ctx, services: Services, month: string): ArchivePart[] => {
  const span = spanOfMonth(month);
  return [
    [
      textFile('README.txt', () => README),
      textFile('index.json', () => `${JSON.stringify({ month, rules: DEMANDS }, null, 2)}\n`),
      textFile('figures.csv', async () => figuresCsv(await figuresOfMonth(ctx, services, month))),
    ],
    ...services.records(span),
  ];
};

/** Written last: the manifest lists what is before it. */
const manifestFiles = (
  ctx: Ctx,
  key: SigningKey,
  { month, partial, now }: PackMonth,
  files: Manifest['files'],
): ArchivePart => {
  let text = '';
  return [
    textFile(MANIFEST, async () => {
      const { entries, hash, broken } = await checkChain(ctx.db, AUDIT_CHAIN);
      const manifest: Manifest = {
        kind: 'camarim monthly pack',
        version: 1,
        installation: ctx.config.publicUrl,
        month,
        madeAt: now.toISOString(),
        ...(partial && { partial }),
        audit: { entries, hash, whole: broken === null },
        files,
      };
      text = `${JSON.stringify(manifest, null, 2)}\n`;
      return text;
    }),
    textFile(
      SIGNATURE,
      () =>
        `${JSON.stringify({ algorithm: 'Ed25519', publicKey: key.publicKey, signature: key.sign(signedText(text)) })}\n`,
    ),
  ];
};

export const packParts = (
  ctx: Ctx,
  services: Services,
  key: SigningKey,
  pack: PackMonth,
): ArchivePart[] => {
  const files: Manifest['files'] = [];
  return [
    ...contentOf(ctx, services, pack.month).map((part) => countedAll(part, files)),
    manifestFiles(ctx, key, pack, files),
  ];
};
