// Passkeys (WebAuthn), bound to this site's host.
import type { UserId } from '@camarim/contract/ids';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Account } from '../account-store.ts';
import { insertPasskey, listPasskeys, recordPasskeyUse } from './factor-store.ts';
import { signTicket } from './ticket.ts';

const PASSKEYS_MAX = 10;

/** Options for the browser, and the ticket that carries the challenge to the next call. */
export type Ceremony = { ticket: string; options: Record<string, unknown> };

/** User and challenge of a consumed ticket. */
export type CompletedCeremony = { subject: string; challenge: string };

const siteOf = ({ config }: Ctx) => {
  const { hostname, origin } = new URL(config.publicUrl);
  return { rpID: hostname, origin };
};

const describe = (passkeys: readonly { id: string; transports: string[] }[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports }));

/** Registration options. Throws secondFactor.tooMany. */
export const createPasskeyOptions = async (
  ctx: Ctx,
  { userId, domainName, name }: Account,
): Promise<Ceremony> => {
  const known = await listPasskeys(ctx.db, userId);
  if (known.length >= PASSKEYS_MAX) throw new AppError('secondFactor.tooMany');
  const options = await generateRegistrationOptions({
    rpName: 'Camarim',
    rpID: siteOf(ctx).rpID,
    userID: new TextEncoder().encode(userId),
    userName: domainName,
    userDisplayName: name,
    excludeCredentials: describe(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return {
    ticket: await signTicket(ctx, 'passkey.add', {
      subject: userId,
      challenge: options.challenge,
    }),
    options: { ...options },
  };
};

const verifyRegistration = async (
  ctx: Ctx,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
) => {
  const { rpID, origin } = siteOf(ctx);
  try {
    return await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    });
  } catch {
    // The library throws for every invalid response; the browser has to start again.
    throw new AppError('secondFactor.wrong');
  }
};

/** Verifies and stores the browser's new passkey. Throws token.invalid, secondFactor.wrong. */
export const addPasskey = async (
  ctx: Ctx,
  tx: Transaction,
  userId: UserId,
  { subject, challenge, passkey, name }: CompletedCeremony & { passkey: unknown; name: string },
): Promise<void> => {
  if (subject !== userId) throw new AppError('token.invalid');
  const { verified, registrationInfo } = await verifyRegistration(
    ctx,
    passkey as RegistrationResponseJSON,
    challenge,
  );
  if (!verified) throw new AppError('secondFactor.wrong');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  if (
    !(await insertPasskey(tx, {
      id,
      userId,
      name,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: [...transports],
      now: ctx.clock.now(),
    }))
  )
    throw new AppError('secondFactor.wrong');
};

/** Authentication options; null when the person has no passkey. */
export const createPasskeyChallenge = async (
  ctx: Ctx,
  userId: UserId,
): Promise<Ceremony | null> => {
  const known = await listPasskeys(ctx.db, userId);
  if (known.length === 0) return null;
  const options = await generateAuthenticationOptions({
    rpID: siteOf(ctx).rpID,
    allowCredentials: describe(known),
    userVerification: 'preferred',
  });
  return {
    ticket: await signTicket(ctx, 'passkey.prove', {
      subject: userId,
      challenge: options.challenge,
    }),
    options: { ...options },
  };
};

const verifyAssertion = async (
  ctx: Ctx,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  key: { id: string; public_key: Buffer; counter: string },
) => {
  const { rpID, origin } = siteOf(ctx);
  const credential = {
    id: key.id,
    publicKey: new Uint8Array(key.public_key),
    counter: Number(key.counter),
  };
  try {
    return await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential,
      requireUserVerification: false,
    });
  } catch {
    // Invalid response, or a counter that went back, which indicates a cloned passkey.
    return { verified: false as const };
  }
};

/** Whether the response is signed by one of the person's passkeys for this challenge. */
export const verifyPasskey = async (
  ctx: Ctx,
  tx: Transaction,
  userId: UserId,
  { subject, challenge, answer }: CompletedCeremony & { answer: unknown },
): Promise<boolean> => {
  if (subject !== userId) throw new AppError('token.invalid');
  const response = answer as AuthenticationResponseJSON;
  const key = (await listPasskeys(tx, userId)).find(({ id }) => id === response.id);
  if (!key) return false;
  const proof = await verifyAssertion(ctx, response, challenge, key);
  if (!proof.verified) return false;
  await recordPasskeyUse(tx, key.id, proof.authenticationInfo.newCounter, ctx.clock.now());
  return true;
};
