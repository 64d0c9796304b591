// Removal requests of people without an account, and decisions on them.
import type { MediaId } from '@camarim/contract/ids';
import { type ApiClient, solveCaptcha, upload } from '../api-client.ts';
import type { TestApp } from './app.ts';

/** Longer than an access decision is cached. */
const MOMENT_MS = 5_001;

/** A post with one file, which has been processed. */
export const publishFile = async (
  app: TestApp,
  person: ApiClient,
  content: Buffer,
  contentType = 'image/jpeg',
) => {
  const file = { key: await upload(app.server, person, content, contentType), contentType };
  const { id, medias } = await person.call('POST /posts', { body: { medias: [file] } });
  await app.runJobs();
  return { id, mediaId: medias[0]?.id as MediaId };
};

export const hashPicture = (app: TestApp, content: Buffer) =>
  app.visitor.ask('POST /publics/removals/pictures', {
    body: { picture: content.toString('base64') },
  });

let people = 0;
export const askForRemoval = async (
  app: TestApp,
  given: object,
  email = `pessoa${(people += 1)}@example.com`,
) => {
  const { status, reply } = await app.visitor.ask('POST /publics/removals', {
    body: {
      name: 'Pessoa Retratada',
      email,
      ground: 'intimateImage',
      goodFaith: true,
      recapcha: await solveCaptcha(app.visitor),
      ...given,
    },
  });
  return { status, code: reply.code, reference: reply.data?.reference, email };
};

export const emailsOf = async (app: TestApp, address: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(200)) ?? []).filter(({ to }) => to === address);
};

/** Proves the address of a request, by the link of its email. */
export const confirmRemoval = async (app: TestApp, email: string) => {
  const text = (await emailsOf(app, email)).map((one) => JSON.stringify(one)).join(' ');
  const token = /removal\/follow#([\w-]+)/.exec(text)?.[1] ?? '';
  const confirmed = await app.visitor.call('POST /publics/removals/confirm', { body: { token } });
  await app.runJobs();
  app.clock.advance(MOMENT_MS);
  return confirmed;
};

export const removalCase = async (admin: ApiClient, reference: string | undefined) => {
  const found = (await admin.call('GET /dsb/removals', { query: { limit: 20 } as never })).find(
    (one) => one.reference === reference,
  );
  if (!found) throw new Error(`${reference} is not in the list`);
  return found;
};

export const decideRemoval = (
  person: ApiClient,
  { id, found }: Awaited<ReturnType<typeof removalCase>>,
  body: { outcome: 'removed' | 'refused'; keep?: MediaId[] },
) =>
  person.ask('POST /dsb/removals/{id}', {
    params: { id },
    body: { reason: 'Não houve consentimento.', found, ...body },
  });
