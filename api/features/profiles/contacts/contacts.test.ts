// Routes of phones and address: for their owner only, stored sealed, edited as a whole.
import { beforeAll, expect, test } from 'vitest';
import { upload } from '../../../api-client.ts';
import type { ApiClient } from '../../../api-client.ts';
import { testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';
import { picture } from '../../../testing/publishing.ts';
import { eraseProfile } from '../index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const HOME = {
  street: 'Rua das Flores',
  county: 'Centro',
  city: 'são paulo',
  stateCode: 'SP',
  zip: '01310-100',
};
const me = (person: ApiClient) => person.call('GET /profiles/me');
const stored = async () =>
  (await app.ctx.pool.query('SELECT profile_id, sealed FROM profile_contacts')).rows as {
    profile_id: string;
    sealed: Buffer;
  }[];

test('a person without contact data has empty fields', async () => {
  expect(await me(app.fan)).toMatchObject({
    celphone: null,
    phone: null,
    street: '',
    number: '',
    zip: '',
    country: 'BR',
    defaultLanguage: 'pt',
  });
});

test('the owner reads their contact data in normal form', async () => {
  const saved = await app.producer.call('PUT /profiles', {
    body: { ...HOME, celphone: '(11) 98765-4321', phone: '+351 21 123 4567' },
  });
  expect(saved).toMatchObject({
    celphone: '+5511987654321',
    phone: '+351211234567',
    street: 'Rua das Flores',
    number: 'S/N',
    city: 'São Paulo',
    state: 'São Paulo',
    stateCode: 'SP',
    zip: '01310100',
    country: 'BR',
  });
  expect(await me(app.producer)).toEqual(saved);
});

test('contact data is in no reply to another person, and the session has no address', async () => {
  const seen = await Promise.all([
    app.fan.ask('GET /publics/profiles/{domainname}', { params: { domainname: 'iris' } }),
    app.producer.ask('GET /publics/profiles/{domainname}', { params: { domainname: 'iris' } }),
    app.visitor.ask('GET /publics/profiles/online', { query: {} }),
    app.producer.ask('GET /auth'),
  ]);
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(JSON.stringify(seen)).not.toMatch(/Flores|Centro|01310-?100|351211234567|"street"|"zip"/);
  expect(JSON.stringify(seen.slice(0, 3))).not.toMatch(/987654321|celphone/);
});

test('contact data is in clear neither in the database nor in the log', async () => {
  const rows = await stored();
  expect(rows.map(({ profile_id }) => profile_id)).toEqual([app.producer.profileId]);
  expect(
    rows.every(({ sealed }) => !sealed.includes('Flores') && !sealed.includes('987654321')),
  ).toBe(true);
  expect(app.lines.join('\n')).not.toMatch(/Flores|987654321/);
});

test('an edit with invalid contact data names every field and changes nothing', async () => {
  const before = await me(app.producer);
  const key = await upload(app.server, app.producer, await picture(1), 'image/jpeg', 'public');
  const body = {
    exibitionName: 'Outra',
    profileImageKey: key,
    celphone: '123',
    zip: '1',
    city: 'Nenhures',
  };
  const { status, reply } = await app.producer.ask('PUT /profiles', {
    body,
    headers: { lang: 'pt' },
  });
  expect([status, reply.code]).toEqual([400, 'validate.invalidRequest']);
  expect(
    Object.entries(reply.fields ?? {})
      .map(([name, { message }]) => [name, message])
      .sort(),
  ).toEqual([
    ['celphone', 'Inválido.'],
    ['city', 'Inválido.'],
    ['zip', 'Inválido.'],
  ]);
  expect(
    (await app.producer.ask('PUT /profiles', { body, headers: { lang: 'en' } })).reply.fields?.[
      'zip'
    ]?.message,
  ).toBe('Invalid.');
  expect(await me(app.producer)).toEqual(before);
  // The refusal did not consume the upload.
  expect((await app.producer.ask('PUT /profiles', { body: { profileImageKey: key } })).status).toBe(
    200,
  );
});

test('concurrent edits of contact data are both stored', async () => {
  await Promise.all([
    app.producer.call('PUT /profiles', { body: { county: 'Bela Vista' } }),
    app.producer.call('PUT /profiles', { body: { number: '77' } }),
  ]);
  expect(await me(app.producer)).toMatchObject({
    county: 'Bela Vista',
    number: '77',
    street: 'Rua das Flores',
  });
});

test('an empty phone is removed and the address stays', async () => {
  expect(await app.producer.call('PUT /profiles', { body: { phone: '' } })).toMatchObject({
    phone: null,
    celphone: '+5511987654321',
    street: 'Rua das Flores',
  });
});

test('contact data is erased with the account', async () => {
  await app.ctx.db.transaction().execute((tx) => eraseProfile(app.ctx, tx, app.producer.profileId));
  expect(await stored()).toEqual([]);
});
