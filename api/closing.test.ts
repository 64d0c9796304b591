// Closing: what was under way is answered, and no connection that its caller keeps open holds the
// process.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { testApp } from './testing/app.ts';

test('a kept connection whose answer ends after the closing began does not hold the closing', async () => {
  const app = await testApp();
  const begun = Promise.withResolvers<void>();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  app.server.server.prependOnceListener('request', () => begun.resolve());
  const agent = new Agent({ keepAlive: true });
  const { port } = app.server.server.address() as AddressInfo;
  // A path whose answer waits for the database.
  const path = '/api/publics/profiles/online';
  const request = get({ agent, host: '127.0.0.1', port, path });
  await begun.promise;
  const closed = app.close();
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  await closed;
  agent.destroy();
  expect(response.statusCode).toBe(200);
});
