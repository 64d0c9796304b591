// Ports for publishers, and those that a viewer may have.
import { expect, test } from 'vitest';
import { createPublisherPorts } from './publisher-ports.ts';

test('one viewer gets three ports at the same time, and others get theirs', async () => {
  const ports = createPublisherPorts([19_400, 19_430], '127.0.0.1');
  const [first] = [await ports.take('davi'), await ports.take('davi'), await ports.take('davi')];
  await expect(ports.take('davi')).rejects.toMatchObject({ reason: 'full' });
  await expect(ports.take('malu')).resolves.toHaveLength(2);
  for (let n = 0; n < 4; n += 1) await ports.take();
  ports.release(first);
  await expect(ports.take('davi')).resolves.toEqual(first);
});

test('viewers get no port while half of them are taken, and publishers do', async () => {
  const ports = createPublisherPorts([19_440, 19_460], '127.0.0.1');
  for (let n = 0; n < 11; n += 1) await ports.take();
  await expect(ports.take('davi')).rejects.toMatchObject({ reason: 'full' });
  await expect(ports.take()).resolves.toHaveLength(2);
});
