// People who ask to become producers, and the administrators who decide, for tests.
import type { BodyInput } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';
import type { StaffRole } from '@camarim/contract/staff';
import { MINUTE_MS } from '@camarim/contract/time';
import sharp from 'sharp';
import { setStaffRole } from '../features/auth/index.ts';
import { type ApiClient, upload } from '../api-client.ts';
import { TEST_PASSWORD, type TestApp } from './app.ts';

let pictures = 0;

/** A small picture, other than the 65,535 before it. */
export const picture = (): Promise<Buffer> => {
  const [r, g] = [(pictures += 1) % 256, Math.floor(pictures / 256) % 256];
  return sharp({
    create: { width: 64, height: 48, channels: 3, background: { r, g, b: 120 } },
  })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
};

export const sendDocument = async (
  app: TestApp,
  person: ApiClient,
  content?: Buffer,
  contentType = 'image/jpeg',
): Promise<string> =>
  upload(app.server, person, content ?? (await picture()), contentType, 'document');

export type SignupInput = BodyInput<Routes['POST /profiles/became-producer']>;

/** CPFs that pass their check digits and belong to no person. */
export const cpfOf = (seed: number): string => {
  const base = String(100_000_000 + seed).slice(0, 9);
  const digit = (digits: string): number => {
    const sum = [...digits].reduce(
      (total, char, index) => total + Number(char) * (digits.length + 1 - index),
      0,
    );
    return ((sum * 10) % 11) % 10;
  };
  const first = digit(base);
  return `${base}${first}${digit(`${base}${first}`)}`;
};

let people = 0;

/** What an honest person sends, with documents uploaded. */
export const signupOf = async (
  app: TestApp,
  person: ApiClient,
  changes: Partial<SignupInput> = {},
): Promise<SignupInput> => ({
  nickname: person.domainName,
  fullName: 'Íris Veludo da Silva',
  document: cpfOf((people += 1) * 7_919),
  celphone: '(11) 98765-4321',
  birthDate: '1996-03-14',
  street: 'Rua das Coxias',
  number: '120',
  county: 'Centro',
  city: 'são paulo',
  stateCode: 'SP',
  zip: '01310-930',
  documentFrontKey: await sendDocument(app, person),
  documentBackKey: await sendDocument(app, person),
  selfieKey: await sendDocument(app, person),
  acceptedContract: true,
  ...changes,
});

/** Creates a new administrator, an owner unless another role is asked for. */
export const joinAdmin = async (
  app: TestApp,
  domainName: string,
  role: StaffRole = 'owner',
): Promise<ApiClient> => {
  const admin = await app.join(domainName);
  await setStaffRole({ db: app.ctx.db, clock: app.clock }, domainName, role, 'for a test');
  app.clock.advance(5_000);
  return admin;
};

/** Opens pictures of documents as an administrator's browser does. */
export const viewDocuments = async (
  app: TestApp,
  admin: ApiClient,
  documents: readonly { url: string }[],
): Promise<void> => {
  for (const { url } of documents) {
    const { statusCode } = await app.server.inject({
      url,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    if (statusCode !== 200) throw new Error(`a document answered ${statusCode}`);
  }
};

/** Views the documents of a producer request. */
export const viewRequestOf = async (
  app: TestApp,
  admin: ApiClient,
  { profileId }: ApiClient,
): Promise<void> => {
  const { documents } = await admin.call('GET /dsb/producer/{producerId}', {
    params: { producerId: profileId },
  });
  await viewDocuments(app, admin, documents);
};

/** When each session last proved itself, in the time of its story. */
const provedAt = new WeakMap<ApiClient, number>();
const PROOF_LASTS_MS = 9 * MINUTE_MS;

/**
 * Repeats the step-up of a person whose last one may have expired: passwords are tried ten times in
 * a quarter of an hour at most.
 */
export const stepUp = async (app: TestApp, person: ApiClient): Promise<void> => {
  const nowMs = app.clock.now().getTime();
  if (nowMs - (provedAt.get(person) ?? -Infinity) < PROOF_LASTS_MS) return;
  await person.call('POST /auth/step-up', { body: { password: TEST_PASSWORD } });
  provedAt.set(person, nowMs);
};

/** The calls of tests of producer requests. */
export const producerRequests = (app: TestApp) => {
  let people = 0;
  let successors = 0;
  return {
    newPerson: (): Promise<ApiClient> => app.join(`artista${(people += 1)}`),
    ask: async (person: ApiClient, changes = {}) =>
      person.ask('POST /profiles/became-producer', { body: await signupOf(app, person, changes) }),
    /** Submits a request, which must succeed. */
    asked: async (person: ApiClient, changes = {}) =>
      person.call('POST /profiles/became-producer', { body: await signupOf(app, person, changes) }),
    emails: async () => {
      await app.runJobs();
      return (await app.ctx.mail.inbox?.list(200)) ?? [];
    },
    /**
     * The administrator with recent authentication; another one when the clock ended the session.
     */
    activeAdmin: async (admin: ApiClient): Promise<ApiClient> => {
      const active =
        (await admin.ask('GET /auth')).status === 401
          ? await joinAdmin(app, `sucessora${(successors += 1)}`)
          : admin;
      await stepUp(app, active);
      return active;
    },
  };
};
