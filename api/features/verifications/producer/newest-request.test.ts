// The list of producers has each person once, by their newest request.
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { joinAdmin, producerRequests } from '../../../testing/producing.ts';

const app = await testApp();
const { newPerson, asked } = producerRequests(app);

test('a person with several requests is listed by the newest, with the address of the person', async () => {
  const admin = await joinAdmin(app, 'rosa');
  const person = await newPerson();
  await asked(person);
  await admin.call('POST /profiles/approve-producer', {
    body: { producerId: person.profileId, decision: 'reject', reason: 'foto escura' },
  });
  const listed = async (stage: 'requested' | 'rejected') =>
    admin.call('GET /dsb/producer', { query: { stage, search: person.domainName } });
  expect(await listed('rejected')).toHaveLength(1);
  app.clock.advance(60_000);
  await asked(person);
  expect(await listed('rejected')).toEqual([]);
  const [entry, ...others] = await listed('requested');
  expect(others).toEqual([]);
  const { userId } = await admin.call('GET /dsb/producer/{producerId}', {
    params: { producerId: person.profileId },
  });
  expect(entry?.userId).toBe(userId);
  expect(await admin.call('GET /dsb/user/{userId}', { params: { userId } })).toMatchObject({
    profile: { domainName: person.domainName },
  });
});
