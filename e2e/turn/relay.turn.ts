// People whose network lets nothing through but the TURN server (`npm run test:turn`, which starts
// one): the credentials of the API open it, the picture comes, and no address of the other side
// does.
import { expect, type Page, test } from '@playwright/test';
import { startProgram } from '../lives/programs.ts';
import { endOldShow, enter, seesPicture, startParty, WITH_CAMERA } from '../lives/shows.ts';

/** The certificate of the TURN server is signed by itself. */
const SPKI = process.env['TURN_CERTIFICATE_SPKI'] ?? '';

test.use({
  launchOptions: {
    ...WITH_CAMERA,
    args: [...WITH_CAMERA.args, `--ignore-certificate-errors-spki-list=${SPKI}`],
  },
});

const CREATOR = 'caioambar';

/** The wire to the TURN server, which itself sends UDP to the engine. */
const WIRES = {
  udp: ['turn:', 'transport=udp'],
  tcp: ['turn:', 'transport=tcp'],
  tls: ['turns:', 'transport=tcp'],
} as const;
type Wire = keyof typeof WIRES;

const portsIn = (sdp: string): string[] =>
  [...sdp.matchAll(/^a=candidate:\S+ \d \S+ \d+ \S+ (\d+) /gm)].map(([, port = '']) => port);

/** Connections of the page go over this wire to the TURN server, and no other way. */
const relayOnly = (page: Page, wire: Wire): Promise<unknown> =>
  page.addInitScript(([start, end]) => {
    const connections: RTCPeerConnection[] = [];
    const Real = RTCPeerConnection;
    const isThere = (url: string) => url.startsWith(start) && url.endsWith(end);
    class Relayed extends Real {
      constructor({ iceServers = [], ...rest }: RTCConfiguration = {}) {
        super({
          ...rest,
          iceTransportPolicy: 'relay',
          iceServers: iceServers
            .map((server) => ({ ...server, urls: [server.urls].flat().filter(isThere) }))
            .filter(({ urls }) => urls.length > 0),
        });
        connections.push(this);
      }
    }
    Object.assign(window, { RTCPeerConnection: Relayed, connections });
  }, WIRES[wire]);

/** What the connection of the page goes over, as `relay by tls to host`, and the answer to it. */
const observe = (page: Page): Promise<{ pairs: string[]; answer: string }> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const pc = connections.findLast((one) => one.connectionState === 'connected');
    const report = (await pc?.getStats()) as unknown as
      | Map<string, Record<string, string>>
      | undefined;
    const pairs = [...(report?.values() ?? [])]
      .filter(({ type, state }) => type === 'candidate-pair' && state === 'succeeded')
      .map(({ localCandidateId = '', remoteCandidateId = '' }) => {
        const [local, remote] = [report?.get(localCandidateId), report?.get(remoteCandidateId)];
        return `${local?.['candidateType']} by ${local?.['relayProtocol']} to ${remote?.['candidateType']}`;
      });
    return { pairs: [...new Set(pairs)], answer: pc?.remoteDescription?.sdp ?? '' };
  });

for (const wire of ['udp', 'tcp', 'tls'] as const)
  test(`a fan behind a TURN server over ${wire} gets the picture, and neither side an address of the other`, async ({
    browser,
    baseURL,
  }) => {
    const creator = await enter(browser, CREATOR);
    await endOldShow(creator, CREATOR);
    const options = { baseURL: baseURL ?? '', label: 'OBS' };
    const program = await startProgram(creator.context(), options);

    const fan = await enter(browser, 'davi');
    await relayOnly(fan, wire);
    await fan.goto(`/${CREATOR}/live`);
    await seesPicture(fan);

    const { pairs, answer } = await observe(fan);
    expect(pairs).toEqual([`relay by ${wire} to host`]);
    // The answer names one address: the engine's.
    const [engine, ...others] = new Set(portsIn(answer));
    expect(others).toEqual([]);
    expect(portsIn(program.offer)).not.toContain(engine);
    expect(portsIn(program.answer)).not.toContain(engine);
    expect(program.answer).not.toContain('typ relay');
    await program.close();
    await endOldShow(creator, CREATOR);
  });

for (const wire of ['udp', 'tcp', 'tls'] as const)
  test(`a creator behind a TURN server over ${wire} broadcasts the camera`, async ({ browser }) => {
    const creator = await enter(browser, CREATOR);
    await endOldShow(creator, CREATOR);
    await relayOnly(creator, wire);
    await startParty(creator, 'Sexta à noite');
    const fan = await enter(browser, 'davi');
    await fan.goto(`/${CREATOR}/live`);
    await seesPicture(fan);
    // A connection that was opened again has no pair for a moment.
    await expect
      .poll(async () => (await observe(creator)).pairs)
      .toEqual([`relay by ${wire} to host`]);
    await endOldShow(creator, CREATOR);
  });
