// Profile images through the real application: rendered within the request and public.
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinProducer, open, picture } from '../../testing/publishing.ts';

let app: TestApp;
let visitor: ApiClient;

beforeAll(async () => {
  app = await testApp();
  ({ visitor } = app);
});

/** Longer than an access decision is cached. */
const MOMENT_MS = 5_001;

const status = async (person: ApiClient, url: string | null): Promise<number> =>
  (await open(app, person, url)).statusCode;

describe('a profile image', () => {
  test('a profile image is rendered within the request, public, and deleted when it is replaced', async () => {
    const rival = await joinProducer(app, 'rival');
    const put = async (seed: number) => {
      const key = await upload(app.server, rival, await picture(seed), 'image/jpeg', 'public');
      return rival.call('PUT /profiles', { body: { profileImageKey: key } });
    };
    const first = await put(8);
    expect(await status(visitor, first.profileImage)).toBe(200);
    const second = await put(9);
    app.clock.advance(MOMENT_MS);
    expect([
      await status(visitor, first.profileImage),
      await status(visitor, second.profileImage),
    ]).toEqual([403, 200]);
    const refused = await rival.ask('PUT /profiles', {
      body: {
        profileImageKey: await upload(
          app.server,
          rival,
          Buffer.from('not a picture'),
          'image/png',
          'public',
        ),
      },
    });
    expect([refused.status, refused.reply.code]).toEqual([400, 'upload.forged']);
    expect((await rival.call('GET /profiles/me')).profileImage?.split('?')[0]).toBe(
      second.profileImage?.split('?')[0],
    );
  });
});
