// A fan whose network lets nothing through but the TURN server (`npm run test:turn`, which starts
// one): the credentials of the API open it, the picture comes, and no address of the other side
// does.
import { expect, test } from '@playwright/test';
import { createSession } from '../people.ts';
import { startProgram } from '../lives/programs.ts';
import { endOldShow, enter, seesPicture } from '../lives/shows.ts';

const CREATOR = 'caioambar';

type Observation = { pairs: string[]; remote: string };

const portsIn = (sdp: string): string[] =>
  [...sdp.matchAll(/^a=candidate:\S+ \d \S+ \d+ \S+ (\d+) /gm)].map(([, port = '']) => port);

test('a fan behind a TURN server gets the picture, and neither side an address of the other', async ({
  browser,
  baseURL,
}) => {
  const creator = await browser.newContext();
  await createSession(creator, CREATOR);
  await endOldShow(await creator.newPage(), CREATOR);
  const program = await startProgram(creator, { baseURL: baseURL ?? '', label: 'OBS' });

  const fan = await enter(browser, 'davi');
  await fan.addInitScript(() => {
    const connections: RTCPeerConnection[] = [];
    const Real = RTCPeerConnection;
    class Relayed extends Real {
      constructor(configuration: RTCConfiguration = {}) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
        connections.push(this);
      }
    }
    Object.assign(window, { RTCPeerConnection: Relayed, connections });
  });
  await fan.goto(`/${CREATOR}/live`);
  await seesPicture(fan);

  const seen = await fan.evaluate(async (): Promise<Observation> => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const pc = connections.findLast((one) => one.connectionState === 'connected');
    const report = (await pc?.getStats()) as unknown as Map<string, Record<string, string>>;
    const pairs = [...report.values()]
      .filter(({ type, state }) => type === 'candidate-pair' && state === 'succeeded')
      .map(({ localCandidateId, remoteCandidateId }) =>
        [localCandidateId, remoteCandidateId]
          .map((id = '') => report.get(id)?.['candidateType'])
          .join(' to '),
      );
    return { pairs, remote: pc?.remoteDescription?.sdp ?? '' };
  });
  expect(new Set(seen.pairs)).toEqual(new Set(['relay to host']));
  // The answer names one address: the engine's.
  const [engine, ...others] = new Set(portsIn(seen.remote));
  expect(others).toEqual([]);
  expect(portsIn(program.offer)).not.toContain(engine);
  expect(portsIn(program.answer)).not.toContain(engine);
  expect(program.answer).not.toContain('typ relay');
  await program.close();
});
