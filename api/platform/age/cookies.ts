// The cookies of the age gate: the proof, the attempt that is under way, and the right to contest a
// refusal. Scripts of pages can't read them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock/port.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { installationSecret } from '../installation/secret.ts';
import type { AgeMethod } from './port.ts';
import { isRefusal, newSubject, type Proof, readProof, signProof, signRefusal } from './proof.ts';

const NAMES = { proof: 'age', attempt: 'age-try', refused: 'age-refused' } as const;

/** How long a refused person may send documents to contest it. */
const CONTEST_SECONDS = 86_400;

/**
 * With https, the `__Host-` prefix stops other hosts of the domain, and plain http, from setting
 * it.
 */
const nameOf = (name: string, { production }: Pick<Config, 'production'>): string =>
  production ? `__Host-${name}` : name;

/** Cleared by logging out: the next person at this browser may be a minor. */
export const ageCookies = (config: Pick<Config, 'production'>): string[] =>
  Object.values(NAMES).map((name) => nameOf(name, config));

export type AgeCookies = ReturnType<typeof createAgeCookies>;

export const createAgeCookies = ({
  config,
  db,
  clock,
}: {
  config: Pick<Config, 'production'>;
  db: Database;
  clock: Clock;
}) => {
  const key = (): Promise<Buffer> => installationSecret(db, 'age.proofs');
  const nowSeconds = (): number => Math.floor(clock.now().getTime() / 1_000);
  const read = ({ cookies }: FastifyRequest, name: keyof typeof NAMES): string | undefined =>
    cookies[nameOf(NAMES[name], config)];
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.production,
  } as const;
  const set = (
    reply: FastifyReply,
    name: keyof typeof NAMES,
    value: string,
    lifetime: { maxAge?: number } = {},
  ): void =>
    void reply.setCookie(nameOf(NAMES[name], config), value, { ...attributes, ...lifetime });

  return {
    /** The proof of this browser, unless it has expired. */
    async proofOf(request: FastifyRequest): Promise<Proof | null> {
      const token = read(request, 'proof');
      const proof = token === undefined ? null : readProof(await key(), token);
      return proof && proof.expiresSeconds > nowSeconds() ? proof : null;
    },
    /** Without Max-Age: it ends with the browser's session, too. Answers when it expires. */
    async setProof(
      reply: FastifyReply,
      { method, version, seconds }: { method: AgeMethod; version: number; seconds: number },
    ): Promise<Date> {
      const expiresSeconds = nowSeconds() + seconds;
      const proof = { subject: newSubject(), method, version, expiresSeconds };
      set(reply, 'proof', signProof(await key(), proof));
      return new Date(expiresSeconds * 1_000);
    },
    tryOf: (request: FastifyRequest): string | undefined => read(request, 'attempt'),
    setAttempt: (reply: FastifyReply, token: string, maxAge: number): void =>
      set(reply, 'attempt', token, { maxAge }),
    endAttempt: (reply: FastifyReply): void =>
      void reply.clearCookie(nameOf(NAMES.attempt, config), attributes),
    async wasRefused(request: FastifyRequest): Promise<boolean> {
      const mark = read(request, 'refused');
      return mark !== undefined && isRefusal(await key(), mark, nowSeconds());
    },
    setRefused: async (reply: FastifyReply): Promise<void> =>
      set(reply, 'refused', signRefusal(await key(), nowSeconds() + CONTEST_SECONDS), {
        maxAge: CONTEST_SECONDS,
      }),
  };
};
