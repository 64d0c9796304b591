// Shows with a real publisher and real viewers at the engine of the test's application.
import type { LiveId } from '@camarim/contract/features/lives';
import { expect } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import type { TestApp } from '../app.ts';
import { afterFile } from '../after-file.ts';
import { type CameraOptions, publishCamera } from '../live/camera.ts';
import { type TestPeer, type TestViewer, watchFrom } from '../live/peers.ts';

const WITHIN = { timeout: 30_000, interval: 100 };

/** What a client of WHIP or WHEP sends; throws the error code of a refusal. */
export const signalAt =
  ({ server }: Pick<TestApp, 'server'>, path: string, token: string | null) =>
  async (sdp: string): Promise<string> => {
    const { statusCode, body } = await server.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: {
        'content-type': 'application/sdp',
        'x-origin': 'CAM',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      payload: sdp,
    });
    if (statusCode === 201) return body;
    throw new Error((JSON.parse(body) as { code: string }).code);
  };

const closing = <Peer extends TestPeer>(peer: Peer): Peer => {
  afterFile(() => peer.close().catch(() => {}));
  return peer;
};

/** Sends the camera to the path, such as `/lives/{id}/whip`. */
export const sendCamera = async (
  app: TestApp,
  path: string,
  token: string | null,
  camera?: CameraOptions,
): Promise<TestPeer> => closing(await publishCamera(signalAt(app, path, token), camera));

/** A party of the producer whose camera is on air. */
export const broadcast = async (
  app: TestApp,
  producer: ApiClient,
  camera?: CameraOptions,
): Promise<{ id: LiveId; camera: TestPeer }> => {
  const live = await producer.call('POST /lives', { body: { type: '2', title: 'Ao vivo' } });
  const id = live.id;
  const peer = await sendCamera(app, `/lives/${id}/whip`, producer.token, camera);
  await expect.poll(() => stateOf(producer), WITHIN).toBe('onAir');
  return { id, camera: peer };
};

export const stateOf = async (producer: ApiClient): Promise<string | undefined> =>
  (await producer.call('GET /lives/{username}', { params: { username: producer.domainName } }))
    ?.state;

/** Rejects with the error code of a refusal. */
export const watchShow = async (app: TestApp, viewer: ApiClient, id: LiveId): Promise<TestViewer> =>
  closing(await watchFrom(signalAt(app, `/lives/${id}/whep`, viewer.token)));
