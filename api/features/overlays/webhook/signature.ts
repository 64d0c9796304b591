// Secrets and signatures of webhooks, by the Standard Webhooks specification
// (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md).
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** As its owner enters it into a program: whsec_ and base64 of the key. */
export const newSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

export type SignedMessage = { id: string; at: Date; body: string };

const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / 1_000));

const signatureOf = (secret: string, { id, at, body }: SignedMessage): string =>
  `v1,${createHmac('sha256', keyOf(secret))
    .update(`${id}.${timestampOf(at)}.${body}`)
    .digest('base64')}`;

/** One signature for each secret: while a secret is replaced, programs know the former one only. */
export const signedHeaders = (
  secrets: readonly string[],
  message: SignedMessage,
): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': timestampOf(message.at),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, message)).join(' '),
});
