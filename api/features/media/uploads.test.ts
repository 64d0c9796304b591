// What a form may do after its upload was attached: nothing that reaches buyers.
import { buffer } from 'node:stream/consumers';
import type { PostId } from '@camarim/contract/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import type { Person } from '../../person.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fill, joinProducer, open, storedKeys } from '../../testing/publishing.ts';

let app: TestApp;
let luna: Person;
let fan: Person;

beforeAll(async () => {
  app = await testApp();
  luna = await joinProducer(app, 'luna');
  fan = await app.join('fan');
  await fill(app, fan, 10_000);
}, 120_000);
afterAll(() => app.close());

type Grant = { url: string; fields: Record<string, string> };

const sendForm = async ({ url, fields }: Grant, content: Buffer): Promise<number> => {
  const boundary = 'a-boundary';
  const head = Object.entries(fields).map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('');
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head + file), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const response = await app.server.inject({ method: 'POST', url, payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } });
  return response.statusCode;
};

const zipOf = (text: string): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(text), 'a.txt');
  zip.end();
  return buffer(zip.outputStream);
};

const publishArchive = async (content: Buffer): Promise<{ grant: Grant; id: PostId }> => {
  const grant = await luna.call('GET /auth/private-upload/{type}', { params: { type: 'zip' }, query: { contentType: 'application/zip' } });
  expect(await sendForm(grant, content)).toBe(201);
  const { id } = await luna.call('POST /posts', { body: { price: 1_000 as never, medias: [{ key: grant.fields['key'] ?? '', contentType: 'application/zip', name: 'fotos.zip' }] } });
  return { grant, id };
};

const downloadOf = async (person: Person, id: PostId): Promise<Buffer> => {
  const { medias: [media] } = await person.call('GET /posts/{id}', { params: { id } });
  return (await open(app, person, media?.download)).rawPayload;
};

describe('an archive whose form is sent again after it was inspected', () => {
  test('is given to buyers as it was inspected, and the other bytes are removed with the form', async () => {
    const inspected = await zipOf('harmless');
    const { grant, id } = await publishArchive(inspected);
    await app.runJobs();
    await fan.call('POST /posts/{id}/purchase', { params: { id }, body: { price: 1_000 as never }, idempotencyKey: 'buy-the-archive' });
    await sendForm(grant, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5_000)]));
    expect((await downloadOf(fan, id)).equals(inspected)).toBe(true);
    expect((await downloadOf(luna, id)).equals(inspected)).toBe(true);
    app.clock.advance(26 * 3_600_000);
    await app.runJobs();
    expect((await storedKeys(app)).filter((key) => key.includes('d.uploads/') && /\/m\./.test(key))).toEqual([]);
  });
});
