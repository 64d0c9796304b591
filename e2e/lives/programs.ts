// Programs such as OBS in journeys: they send a pattern and a tone by WHIP with an ingest key.
import { type CameraOptions, publishCamera } from '../../api/testing/live/camera.ts';
import type { TestPeer } from '../../api/testing/live/peers.ts';
import { call, type Session } from '../people.ts';

/** Sends the show of the creator of the session until it is closed, with a new key of that label. */
export const startProgram = async (
  creator: Session,
  { baseURL, label, camera = {} }: { baseURL: string; label: string; camera?: CameraOptions },
): Promise<TestPeer> => {
  const keys = (await call(creator, 'GET', '/lives/ingest/keys')) as { id: string }[];
  for (const { id } of keys) await call(creator, 'DELETE', `/lives/ingest/keys/${id}`);
  const { key } = (await call(creator, 'POST', '/lives/ingest/keys', { label })) as { key: string };
  return publishCamera(async (sdp) => {
    const response = await fetch(`${baseURL}/api/lives/ingest/whip`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/sdp' },
      body: sdp,
    });
    if (response.status !== 201) throw new Error(`WHIP answered ${response.status}`);
    return response.text();
  }, camera);
};
