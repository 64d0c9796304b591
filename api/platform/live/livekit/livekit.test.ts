// What the LiveKit adapter asks of LiveKit, decoded by LiveKit's own libraries. A stand-in answers:
// this proves our calls, not LiveKit. `npm run test:livekit` runs the conformance suite on a real
// one.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY, openLiveKitStandIn } from '../../../testing/live/livekit-stand-in.ts';
import { fakeClock } from '../../clock/fake.ts';
import type { LiveEvent, LiveGrant, LiveRole, LiveRoom } from '../port.ts';
import { LiveKitLive } from './livekit-live.ts';
import { liveKitWebhook } from './webhook-route.ts';

const WITHIN = { timeout: 30_000 };
const OFFER =
  'v=0\r\no=- 1 1 IN IP4 192.0.2.9\r\ns=-\r\nt=0 0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 192.0.2.9\r\na=mid:0\r\na=candidate:1 1 udp 2130706431 192.0.2.9 5000 typ host\r\na=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\r\na=rtpmap:96 H264/90000\r\na=rtcp-fb:96 transport-cc\r\na=rtcp-fb:96 nack\r\na=fmtp:96 packetization-mode=1;profile-level-id=42e01f\r\n';

describe('LiveKit', () => {
  const clock = fakeClock();
  const events: LiveEvent[] = [];
  let standIn: Awaited<ReturnType<typeof openLiveKitStandIn>>;
  let live: LiveKitLive;

  const open = (): LiveKitLive =>
    new LiveKitLive({
      url: standIn.url,
      ...KEY,
      clock,
      log: { warn: () => {} },
      iceServers: () => [],
      maker: null,
    });
  beforeAll(async () => {
    standIn = await openLiveKitStandIn();
    live = open();
    void (async () => {
      for await (const event of live.events()) events.push(event);
    })();
  });
  afterAll(async () => {
    await live.close();
    await standIn.close();
  });

  const createRoom = async (changes: Partial<LiveRoom> = {}): Promise<string> => {
    const room = `room-${randomUUID()}`;
    await live.createRoom({
      room,
      publisher: 'iris',
      viewers: null,
      codec: 'h264',
      maxBitrateKbps: 2_000,
      maxViewers: 20,
      ...changes,
    });
    return room;
  };
  const grant = (
    room: string,
    role: LiveRole,
    user: string,
    more: Partial<LiveGrant> = {},
  ): LiveGrant => {
    const issuedAt = clock.now();
    const expiresAt = new Date(issuedAt.getTime() + 60_000);
    return { room, role, user, peer: `peer-${randomUUID()}`, issuedAt, expiresAt, ...more };
  };
  const offer = async (...args: Parameters<typeof grant>): Promise<LiveGrant> => {
    const permission = grant(...args);
    await live.offer(permission, OFFER);
    return permission;
  };
  const postsOf = (peer: string) => standIn.posts.filter(({ identity }) => identity === peer);
  const typesOf = (room: string): string[] =>
    events.flatMap((event) => ('room' in event && event.room === room ? [event.type] : []));

  test('a publisher may publish and nothing else, and its offer has no address and no transport-cc', async () => {
    const room = await createRoom();
    expect(standIn.rooms.get(room)?.room.maxParticipants).toBe(24);
    const permission = grant(room, 'publisher', 'iris');
    const answer = await live.offer(permission, OFFER);
    const [post] = postsOf(permission.peer);
    expect(post?.grant).toEqual({
      room,
      roomJoin: true,
      canPublish: true,
      canSubscribe: false,
      canPublishData: false,
      hidden: false,
    });
    expect(post?.offer).not.toContain('192.0.2.9 5000');
    expect(post?.offer).not.toMatch(/transport-cc|transport-wide-cc/);
    expect(post?.offer).toContain('a=rtcp-fb:96 nack');
    expect(answer).toContain('b=AS:2000');
    expect(answer).not.toContain(post?.token);
  });

  test('a viewer is hidden, may subscribe only, and asks for the tracks of the publisher', async () => {
    const room = await createRoom();
    const publisher = await offer(room, 'publisher', 'iris');
    const [viewer, spy] = [
      await offer(room, 'viewer', 'davi'),
      await offer(room, 'viewer', 'malu', { media: 'video' }),
    ];
    expect(postsOf(viewer.peer)[0]?.grant).toMatchObject({
      canPublish: false,
      canSubscribe: true,
      hidden: true,
    });
    const namesOf = ({ peer }: LiveGrant): unknown =>
      JSON.parse(postsOf(peer)[0]?.clientInfo ?? 'null');
    expect(namesOf(viewer)).toEqual({
      subscribedParticipantTrackNames: {
        [publisher.peer]: ['synthesized-camera', 'synthesized-microphone'],
      },
    });
    expect(namesOf(spy)).toEqual({
      subscribedParticipantTrackNames: { [publisher.peer]: ['synthesized-camera'] },
    });
    expect((await live.viewers(room)).map(({ user }) => user)).toEqual(['davi', 'malu']);
  });

  test('LiveKit is not asked without a publisher or a room, because it would wait or make one', async () => {
    const room = await createRoom();
    const [early, lost] = [
      grant(room, 'viewer', 'davi'),
      grant('room-of-nothing', 'viewer', 'davi'),
    ];
    await expect(live.offer(early, OFFER)).rejects.toMatchObject({ reason: 'noPublisher' });
    await expect(live.offer(lost, OFFER)).rejects.toMatchObject({ reason: 'noRoom' });
    expect([...postsOf(early.peer), ...postsOf(lost.peer)]).toEqual([]);
  });

  test('a kicked user is removed and the old grant refused, also by another process of ours', async () => {
    const room = await createRoom();
    await offer(room, 'publisher', 'iris');
    await offer(room, 'viewer', 'davi');
    const old = grant(room, 'viewer', 'davi');
    await live.kick(room, 'davi');
    expect(await live.viewers(room)).toEqual([]);
    const other = open();
    for (const engine of [live, other])
      await expect(engine.offer(old, OFFER)).rejects.toMatchObject({ reason: 'refused' });
    await other.close();
    expect(postsOf(old.peer)).toEqual([]);
    clock.advance(1_000);
    await offer(room, 'viewer', 'davi');
    expect(await live.viewers(room)).toHaveLength(1);
  });

  test('a mute holds for the tracks of now and for those of the publisher’s next connection', async () => {
    const room = await createRoom();
    const first = await offer(room, 'publisher', 'iris');
    await live.mute(room, 'audio', true);
    expect(standIn.muted).toContain(`TR_${first.peer}_audio true`);
    const second = await offer(room, 'publisher', 'iris');
    await expect.poll(() => standIn.muted, WITHIN).toContain(`TR_${second.peer}_audio true`);
    await live.mute(room, 'audio', false);
    expect(standIn.muted.at(-1)).toBe(`TR_${second.peer}_audio false`);
    expect(standIn.muted.join()).not.toContain('video');
  });

  test('a signed webhook has the room looked at, and one with another signature or content is refused', async () => {
    const server = Fastify();
    await server.register(liveKitWebhook(live));
    const room = await createRoom();
    const send = async ([payload, authorization]: [string, string]): Promise<number> => {
      const headers = { 'content-type': 'application/webhook+json', authorization };
      const url = '/livekit/webhook';
      return (await server.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
    await offer(room, 'publisher', 'iris');
    expect(await send(await standIn.webhook(room))).toBe(200);
    await expect.poll(() => typesOf(room), WITHIN).toEqual(['publisher.up']);
    expect(await send(await standIn.webhook(room, 'another secret, 32 characters long!!'))).toBe(
      401,
    );
    const [body, header] = await standIn.webhook(room);
    expect(await send([body.replace(room, 'other'), header])).toBe(401);
    expect(await send([body, ''])).toBe(401);
    await server.close();
  });

  test('two processes see the same events under the same ids', async () => {
    const other = open();
    const theirs: LiveEvent[] = [];
    void (async () => {
      for await (const event of other.events()) theirs.push(event);
    })();
    const room = await createRoom();
    await offer(room, 'publisher', 'iris');
    await offer(room, 'viewer', 'davi');
    const idsOf = (some: LiveEvent[]): string[] =>
      some.flatMap((event) => ('room' in event && event.room === room ? [event.id] : []));
    await expect.poll(() => idsOf(theirs), WITHIN).toHaveLength(2);
    await expect.poll(() => idsOf(events), WITHIN).toHaveLength(2);
    expect(idsOf(theirs).sort()).toEqual(idsOf(events).sort());
    await live.endRoom(room, 'over');
    await live.endRoom(room, 'over');
    expect(standIn.rooms.has(room)).toBe(false);
    await expect.poll(() => idsOf(theirs), WITHIN).toHaveLength(5);
    expect(typesOf(room).slice(2).sort()).toEqual(['publisher.down', 'room.ended', 'viewer.down']);
    await other.close();
  });

  test('a LiveKit that was started again gets its rooms back, with their kicks', async () => {
    const room = await createRoom();
    const old = grant(room, 'viewer', 'davi');
    await live.kick(room, 'davi');
    await expect.poll(() => standIn.rooms.has('camarim-marker'), WITHIN).toBe(true);
    await expect.poll(async () => (await live.health()).rooms, WITHIN).toBeGreaterThan(0);
    standIn.forgetEverything();
    await expect.poll(() => events.map(({ type }) => type), WITHIN).toContain('engine.restarted');
    await offer(room, 'publisher', 'iris');
    await expect(live.offer(old, OFFER)).rejects.toMatchObject({ reason: 'refused' });
  });

  test('a wrong secret and a server that is away are `unavailable`, and health says so', async () => {
    const wrong = new LiveKitLive({
      url: standIn.url,
      apiKey: KEY.apiKey,
      apiSecret: 'another secret, 32 characters long!!',
      clock,
      log: { warn: () => {} },
      iceServers: () => [],
      maker: null,
    });
    await expect(wrong.publisher('room')).rejects.toMatchObject({ reason: 'unavailable' });
    await expect.poll(async () => (await wrong.health()).state, WITHIN).toBe('down');
    await wrong.close();
  });
});
