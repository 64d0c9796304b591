// What a proof of age leaves behind: nothing of what a provider knows or a camera took is in the
// database, in the log or in a file.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { freePort } from '../../../platform/database/free-port.ts';
import {
  answeringVerifier,
  cookiesOf,
  refusedBrowser,
} from '../../../testing/age/answering-verifier.ts';
import { partsOf, readKept } from '../../../testing/age/leftovers.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import {
  logInAtIdentityProvider,
  openIdentityProvider,
} from '../../../testing/identity/test-identity-provider.ts';
import { joinAdmin, sendDocument, viewDocuments } from '../../../testing/producing.ts';
import { picture, storedKeys } from '../../../testing/publishing.ts';
import { testSandbox } from '../../../testing/sandbox.ts';

const SURNAME = 'Sobrenomefalso';
const SUBJECT = 'pessoa-do-provedor';

let app: TestApp;
let yoti: string;
beforeAll(async () => {
  const port = await freePort();
  const provider = await openIdentityProvider({
    returnUrls: [`http://localhost:${port}/account/age/return`],
    scopes: ['openid', 'age_over:18'],
  });
  provider.accounts.set(SUBJECT, { name: SURNAME, age_over_18: true });
  yoti = `${(await testSandbox()).url}/age/yoti`;
  app = await testApp({
    settings: {
      CAMARIM_COUNTRY: 'BR',
      PORT: String(port),
      AGE_OIDC_ISSUER: provider.origin,
      AGE_OIDC_CLIENT_ID: provider.clientId,
      AGE_OIDC_CLIENT_SECRET: provider.clientSecret,
      AGE_OIDC_NAME: 'Provedor de testes',
      AGE_OIDC_SCOPE: 'openid age_over:18',
      AGE_YOTI_SDK_ID: '7d1f0c5e-2b4a-4f6d-9c3e-8a1b2c3d4e5f',
      AGE_YOTI_API_KEY: 'camarim-sandbox-yoti',
      AGE_YOTI_ORIGIN: yoti,
    },
    verifiers: [answeringVerifier()],
  });
});

const begin = async (method: string) => {
  const begun = await app.visitor.ask('POST /publics/age', { body: { method } });
  const { step } = begun.reply.data;
  return { headers: cookiesOf(begun), url: new URL(step.kind === 'redirect' ? step.url : '') };
};
const bring = async (headers: Record<string, string>, answer: Record<string, string>) => {
  const { reply } = await app.visitor.ask('POST /publics/age/answer', {
    body: { answer },
    headers,
  });
  return reply.code ?? reply.data.outcome;
};
/** What the browser that answers at Yoti is led back with. */
const answerAtYoti = async (sessionId: string, status: string) => {
  const reply = await fetch(`${yoti}/answer?sessionId=${sessionId}&status=${status}`, {
    redirect: 'manual',
  });
  return Object.fromEntries(new URL(reply.headers.get('location') ?? '').searchParams);
};
const expectNowhere = async (secrets: readonly (string | Buffer)[]) => {
  const placesOf = await readKept(app);
  for (const secret of secrets) expect([secret, placesOf(secret)]).toEqual([secret, []]);
};

test('the search finds what is in a table, in the log and in a file, in every spelling', async () => {
  const secret = 'uma palavra que ficou';
  await app.ctx.pool.query(`INSERT INTO installation (name, value) VALUES ('probe', $1)`, [
    Buffer.from(secret).toString('hex'),
  ]);
  expect((await readKept(app))(secret)).toEqual(['database']);
  await app.ctx.pool.query(`DELETE FROM installation WHERE name = 'probe'`);
  app.ctx.log.info(Buffer.from(`${secret} aqui`).toString('base64'));
  await writeFile(join(app.ctx.config.home, 'probe'), secret);
  expect((await readKept(app))(secret)).toEqual(['log', 'files']);
});

describe('providers', () => {
  test('an OpenID provider’s answer leaves no name, subject, code or state', async () => {
    const { headers, url } = await begin('oidc');
    const [state, nonce] = [url.searchParams.get('state'), url.searchParams.get('nonce')];
    const sent = await logInAtIdentityProvider(url.href, SUBJECT);
    const answer = Object.fromEntries(sent.searchParams);
    const secrets = [SURNAME, SUBJECT, state ?? '', nonce ?? '', answer['code'] ?? ''];
    // While the answer is awaited they are sealed.
    await expectNowhere(secrets);
    expect(await bring(headers, answer)).toBe('over');
    await expectNowhere(secrets);
  });

  test.each([
    ['yoti', 'COMPLETE', 'over'],
    ['yotiface', 'FAIL', 'under'],
    ['yoti', 'ERROR', 'refused'],
  ])('the session of %s that ends as %s is left nowhere', async (method, status, outcome) => {
    const { headers, url } = await begin(method);
    const sessionId = url.searchParams.get('sessionId') ?? '';
    await expectNowhere([sessionId]);
    const answer = await answerAtYoti(sessionId, status);
    const secrets = [sessionId, sessionId.replaceAll('-', ''), answer['response_code'] ?? ''];
    await expectNowhere(secrets);
    expect(await bring(headers, answer)).toBe(outcome);
    await expectNowhere(secrets);
  });
});

test.each(['yoti', 'yotiface'])(
  'a session of %s that an adult answered in another browser admits no one, and ends with the attempt',
  async (method) => {
    const { headers, url } = await begin(method);
    const sessionId = url.searchParams.get('sessionId') ?? '';
    const answer = await answerAtYoti(sessionId, 'COMPLETE');
    expect(await bring(headers, {})).toBe('refused');
    expect(await bring(headers, answer)).toBe('age.tryEnded');
    // The browser that comes back from the provider itself, once.
    const own = await begin(method);
    const back = await answerAtYoti(own.url.searchParams.get('sessionId') ?? '', 'COMPLETE');
    expect(await bring(headers, back)).toBe('age.tryEnded');
    expect(await bring(own.headers, back)).toBe('over');
    expect(await bring(own.headers, back)).toBe('age.tryEnded');
  },
);

describe('a document and a selfie that contest a refusal', () => {
  const marked = async (): Promise<Buffer> =>
    sharp(await picture())
      .withExif({ IFD0: { Copyright: SURNAME } })
      .jpeg()
      .toBuffer();

  // So that there is a storage to look at before the first image.
  beforeAll(() =>
    app.ctx.blobs.put('private', 'probe', Buffer.from('x'), { contentType: 'image/webp' }),
  );

  test.each([true, false])(
    'the images of a contested refusal are sealed until the decision and gone with it, verified: %s',
    async (verified) => {
      const admin = await joinAdmin(app, `chefia-${verified}`);
      const person: ApiClient = await app.join(`contesta-${verified}`);
      const headers = await refusedBrowser(person);
      const before = await storedKeys(app);
      const [front, selfie] = [await marked(), await marked()];
      const secrets = [SURNAME, ...partsOf(front), ...partsOf(selfie)];
      await person.call('POST /profiles/age', {
        body: {
          documentFrontKey: await sendDocument(app, person, front),
          selfieKey: await sendDocument(app, person, selfie),
        },
        headers,
      });
      expect((await storedKeys(app)).length).toBeGreaterThan(before.length);
      const waiting = (await admin.call('GET /dsb/age')).find(
        ({ profile }) => profile.id === person.profileId,
      );
      await viewDocuments(app, admin, waiting?.documents ?? []);
      await expectNowhere(secrets);
      await admin.call('POST /dsb/age/{id}', {
        params: { id: waiting?.id ?? '' },
        body: verified ? { verified } : { verified, reason: 'documento ilegível' },
      });
      expect(await storedKeys(app)).toEqual(before);
      await app.runJobs();
      await expectNowhere(secrets);
    },
  );
});
