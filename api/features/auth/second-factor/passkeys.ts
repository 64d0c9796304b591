// Passkeys (WebAuthn): made and asked by the browser's authenticator, for this site's address only.
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
import type { Platform } from '../../../platform/platform.ts';
import type { Account } from '../account-store.ts';
import { insertPasskey, listPasskeys, notePasskeyUse } from './factor-store.ts';
import { signTicket } from './ticket.ts';

export const PASSKEYS_MAX = 10;

/** The browser's part, and the ticket that brings our part back. */
export type Ceremony = { ticket: string; options: Record<string, unknown> };

/** What a ticket brought back: whom it was for, and the challenge. */
export type SpentCeremony = { subject: string; challenge: string };

const siteOf = ({ config }: Pick<Platform, 'config'>) => {
  const { hostname, origin } = new URL(config.publicUrl);
  return { rpID: hostname, origin };
};

const describe = (passkeys: readonly { id: string; transports: string[] }[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports }));

/** Options to make one. Throws secondFactor.tooMany. */
export const beginPasskey = async (
  platform: Platform,
  { userId, domainName, name }: Account,
): Promise<Ceremony> => {
  const known = await listPasskeys(platform.db, userId);
  if (known.length >= PASSKEYS_MAX) throw new AppError('secondFactor.tooMany');
  const options = await generateRegistrationOptions({
    rpName: 'Camarim',
    rpID: siteOf(platform).rpID,
    userID: new TextEncoder().encode(userId),
    userName: domainName,
    userDisplayName: name,
    excludeCredentials: describe(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return {
    ticket: await signTicket(platform, 'passkey.add', {
      subject: userId,
      challenge: options.challenge,
    }),
    options: { ...options },
  };
};

const checkMade = async (
  platform: Platform,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
) => {
  const { rpID, origin } = siteOf(platform);
  try {
    return await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    });
  } catch {
    // The library says what is wrong by throwing; whatever it is, the browser has to begin anew.
    throw new AppError('secondFactor.wrong');
  }
};

/**
 * Keeps the passkey that the browser made for these options. Throws token.invalid,
 * secondFactor.wrong.
 */
export const addPasskey = async (
  platform: Platform,
  tx: Transaction,
  userId: UserId,
  { subject, challenge, passkey, name }: SpentCeremony & { passkey: unknown; name: string },
): Promise<void> => {
  if (subject !== userId) throw new AppError('token.invalid');
  const { verified, registrationInfo } = await checkMade(
    platform,
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
      now: platform.clock.now(),
    }))
  )
    throw new AppError('secondFactor.wrong');
};

/** Options to prove with one; null when the person has none. */
export const askForPasskey = async (
  platform: Platform,
  userId: UserId,
): Promise<Ceremony | null> => {
  const known = await listPasskeys(platform.db, userId);
  if (known.length === 0) return null;
  const options = await generateAuthenticationOptions({
    rpID: siteOf(platform).rpID,
    allowCredentials: describe(known),
    userVerification: 'preferred',
  });
  return {
    ticket: await signTicket(platform, 'passkey.prove', {
      subject: userId,
      challenge: options.challenge,
    }),
    options: { ...options },
  };
};

const checkProof = async (
  platform: Platform,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  key: { id: string; public_key: Buffer; counter: string },
) => {
  const { rpID, origin } = siteOf(platform);
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
    // As above; also when the counter went back, which is what a copied passkey looks like.
    return { verified: false as const };
  }
};

/**
 * Whether the authenticator's answer is from one of the person's passkeys and for these options.
 */
export const proveByPasskey = async (
  platform: Platform,
  tx: Transaction,
  userId: UserId,
  { subject, challenge, answer }: SpentCeremony & { answer: unknown },
): Promise<boolean> => {
  if (subject !== userId) throw new AppError('token.invalid');
  const response = answer as AuthenticationResponseJSON;
  const key = (await listPasskeys(tx, userId)).find(({ id }) => id === response.id);
  if (!key) return false;
  const proof = await checkProof(platform, response, challenge, key);
  if (!proof.verified) return false;
  await notePasskeyUse(tx, key.id, proof.authenticationInfo.newCounter, platform.clock.now());
  return true;
};
