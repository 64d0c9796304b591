// The signature at the end of exported statements.
import { signingKey } from '../../../../platform/installation/signing-key.ts';
import type { Ctx } from '../../../../context.ts';
import type { Seal } from './chain.ts';

/**
 * The signed text names its purpose, so that a signature made for another purpose can't be used
 * here.
 */
export const signedText = (head: string, entries: number): Buffer =>
  Buffer.from(`camarim statement\n${entries}\n${head}\n`);

export const statementSeal = async ({ db }: Ctx): Promise<Seal> => {
  const { publicKey, sign } = await signingKey(db);
  return { publicKey, sign: (head, entries) => sign(signedText(head, entries)) };
};
