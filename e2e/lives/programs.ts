// Programs such as OBS in journeys: they send a pattern and a tone by WHIP with an ingest key.
import { type CameraOptions, publishCamera } from '../../api/testing/live/camera.ts';
import type { TestPeer } from '../../api/testing/live/peers.ts';
import { call, type Session } from '../people.ts';

type ProgramOptions = { baseURL: string; label: string; camera?: CameraOptions };

/**
 * A program with a new key of that label. Each call of it connects it, and sends the show of the
 * producer of the session until the connection is closed.
 */
export const createProgram = async (
  creator: Session,
  { baseURL, label, camera = {} }: ProgramOptions,
): Promise<() => Promise<TestPeer>> => {
  const keys = (await call(creator, 'GET', '/lives/ingest/keys')) as { id: string }[];
  for (const { id } of keys) await call(creator, 'DELETE', `/lives/ingest/keys/${id}`);
  const { key } = (await call(creator, 'POST', '/lives/ingest/keys', { label })) as { key: string };
  const signal = async (sdp: string): Promise<string> => {
    const response = await fetch(`${baseURL}/api/lives/ingest/whip`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/sdp' },
      body: sdp,
    });
    if (response.status !== 201) throw new Error(`WHIP answered ${response.status}`);
    return response.text();
  };
  return () => publishCamera(signal, camera);
};

export const startProgram = async (
  creator: Session,
  options: ProgramOptions,
): Promise<TestPeer> => {
  const connect = await createProgram(creator, options);
  return connect();
};
