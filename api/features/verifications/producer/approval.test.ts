// What an approval copies to the profile of the applicant.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import { joinAdmin, signupOf, viewRequestOf } from '../../../testing/producing.ts';

let app: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'rosa');
});

const approve = async (person: ApiClient) => {
  await person.call('POST /profiles/became-producer', { body: await signupOf(app, person) });
  await viewRequestOf(app, admin, person);
  await admin.call('POST /profiles/approve-producer', {
    body: { producerId: person.profileId, decision: 'approve' },
  });
};

test('an approval copies phone and address of the request to a profile without them', async () => {
  const person = await app.join('semendereco');
  await approve(person);
  expect(await person.call('GET /profiles/me')).toMatchObject({
    celphone: '+5511987654321',
    street: 'Rua das Coxias',
    number: '120',
    city: 'São Paulo',
    stateCode: 'SP',
    zip: '01310930',
  });
});

test('an approval keeps the phone and address that the profile has', async () => {
  const person = await app.join('comendereco');
  await person.call('PUT /profiles', {
    body: {
      celphone: '+351 912 345 678',
      street: 'Rua Augusta',
      city: 'Recife',
      stateCode: 'PE',
      zip: '50030-230',
    },
  });
  await approve(person);
  expect(await person.call('GET /profiles/me')).toMatchObject({
    celphone: '+351912345678',
    street: 'Rua Augusta',
    city: 'Recife',
  });
});
