// A stand-in for a LiveKit server: its room service and its WHIP endpoint as far as our adapter
// uses them, with tokens verified and messages decoded by LiveKit's own libraries. It carries no
// media.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateRoomRequest,
  DeleteRoomRequest,
  ListParticipantsRequest,
  ListParticipantsResponse,
  ListRoomsRequest,
  ListRoomsResponse,
  MuteRoomTrackRequest,
  ParticipantInfo,
  ParticipantInfo_State,
  Room,
  RoomParticipantIdentity,
  TrackInfo,
  TrackType,
  UpdateRoomMetadataRequest,
} from '@livekit/protocol';
import { AccessToken, TokenVerifier, WebhookEvent } from 'livekit-server-sdk';

export const KEY = {
  apiKey: 'camarim-test',
  apiSecret: 'a secret of the test, 32 characters long',
};

/** The answer to an offer, as far as we read it. */
const ANSWER =
  'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\n';

type VideoGrant = Record<string, unknown>;
export type WhipPost = {
  identity: string;
  grant: VideoGrant;
  offer: string;
  clientInfo: string | undefined;
  token: string;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

type StandInRooms = Map<string, { room: Room; participants: Map<string, ParticipantInfo> }>;

const existingIn = (rooms: StandInRooms, name: string) => {
  const found = rooms.get(name);
  if (!found) throw new Refusal(404, 'not_found');
  return found;
};
const demand = (grant: VideoGrant, room: string): void => {
  if (grant['roomAdmin'] !== true || grant['room'] !== room)
    throw new Refusal(403, 'permission_denied');
};

/** The calls of livekit.RoomService. */
const roomService = (rooms: StandInRooms, muted: string[]) => {
  const existing = (name: string) => existingIn(rooms, name);
  let made = 0;
  const methods: Record<string, (body: string, grant: VideoGrant) => { toJsonString(): string }> = {
    CreateRoom(body, grant) {
      if (grant['roomCreate'] !== true) throw new Refusal(403, 'permission_denied');
      const { name, maxParticipants, metadata } = CreateRoomRequest.fromJsonString(body);
      const found = rooms.get(name);
      if (found) return found.room;
      made += 1;
      const room = new Room({ name, maxParticipants, metadata, sid: `RM_${made}` });
      rooms.set(name, { room, participants: new Map() });
      return room;
    },
    UpdateRoomMetadata(body, grant) {
      const { room, metadata } = UpdateRoomMetadataRequest.fromJsonString(body);
      demand(grant, room);
      existing(room).room.metadata = metadata;
      return existing(room).room;
    },
    ListRooms(body, grant) {
      if (grant['roomList'] !== true) throw new Refusal(403, 'permission_denied');
      const { names } = ListRoomsRequest.fromJsonString(body);
      const listed = [...rooms.values()].map(({ room }) => room);
      return new ListRoomsResponse({
        rooms: listed.filter(({ name }) => names.length === 0 || names.includes(name)),
      });
    },
    DeleteRoom(body, grant) {
      if (grant['roomCreate'] !== true) throw new Refusal(403, 'permission_denied');
      const { room } = DeleteRoomRequest.fromJsonString(body);
      existing(room);
      rooms.delete(room);
      return new Room();
    },
    ListParticipants(body, grant) {
      const { room } = ListParticipantsRequest.fromJsonString(body);
      demand(grant, room);
      const participants = [...(rooms.get(room)?.participants.values() ?? [])];
      return new ListParticipantsResponse({ participants });
    },
    RemoveParticipant(body, grant) {
      const { room, identity } = RoomParticipantIdentity.fromJsonString(body);
      demand(grant, room);
      if (!existing(room).participants.delete(identity)) throw new Refusal(404, 'not_found');
      return new Room();
    },
    MutePublishedTrack(body, grant) {
      const { room, identity, trackSid, muted: on } = MuteRoomTrackRequest.fromJsonString(body);
      demand(grant, room);
      const track = existing(room)
        .participants.get(identity)
        ?.tracks.find(({ sid }) => sid === trackSid);
      if (!track) throw new Refusal(404, 'not_found');
      track.muted = on;
      muted.push(`${trackSid} ${on}`);
      return track;
    },
  };

  return methods;
};

export const openLiveKitStandIn = async () => {
  const rooms: StandInRooms = new Map();
  const verifier = new TokenVerifier(KEY.apiKey, KEY.apiSecret);
  const posts: WhipPost[] = [];
  const muted: string[] = [];
  const methods = roomService(rooms, muted);

  const claimsOf = async (request: IncomingMessage) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    try {
      return { token, claims: await verifier.verify(token) };
    } catch {
      throw new Refusal(401, 'unauthenticated');
    }
  };
  const whip = async (request: IncomingMessage): Promise<string> => {
    const { token, claims } = await claimsOf(request);
    const grant = { ...claims.video } as VideoGrant;
    const identity = String(claims.sub);
    const { participants } = existingIn(rooms, String(grant['room']));
    const header = request.headers['x-livekit-clientinfo'];
    posts.push({
      identity,
      grant,
      offer: await bodyOf(request),
      clientInfo: header?.toString(),
      token,
    });
    const tracks = grant['canPublish']
      ? [
          new TrackInfo({ sid: `TR_${identity}_video`, type: TrackType.VIDEO }),
          new TrackInfo({ sid: `TR_${identity}_audio`, type: TrackType.AUDIO }),
        ]
      : [];
    const info = { identity, metadata: claims.metadata ?? '', tracks };
    participants.set(
      identity,
      new ParticipantInfo({ ...info, state: ParticipantInfo_State.ACTIVE, joinedAt: 1n }),
    );
    return ANSWER;
  };

  const server = createServer((request, response) => {
    const method = request.url?.replace('/twirp/livekit.RoomService/', '') ?? '';
    void (async () => {
      if (request.url === '/whip/v1')
        return response
          .writeHead(201, { 'content-type': 'application/sdp' })
          .end(await whip(request));
      const { claims } = await claimsOf(request);
      const call = methods[method];
      if (!call) throw new Refusal(404, 'bad_route');
      const reply = call(await bodyOf(request), { ...claims.video } as VideoGrant);
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(reply.toJsonString());
    })().catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500;
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: String(error), msg: String(error) }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rooms,
    posts,
    muted,
    /** What a restart does to a server without Redis. */
    forgetEverything: () => rooms.clear(),
    /** Body and header of a webhook about a room, signed as LiveKit signs it. */
    async webhook(name: string, secret = KEY.apiSecret): Promise<[string, string]> {
      const event = new WebhookEvent({ room: new Room({ name }), id: 'EV_1' });
      event.event = 'participant_joined';
      const body = event.toJsonString();
      const token = new AccessToken(KEY.apiKey, secret);
      token.sha256 = createHash('sha256').update(body).digest('base64');
      return [body, await token.toJwt()];
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
