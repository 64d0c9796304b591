// What we ask of a LiveKit server: its room service (Twirp over HTTP) and its WHIP endpoint.
// Browsers get no LiveKit token and never reach it but for media: with any token of a room, DELETE
// of its WHIP endpoint removes any participant.
import { AccessToken, RoomServiceClient, ServerError } from 'livekit-server-sdk';
import { LiveError } from '../port.ts';
import { withoutAddresses, withoutSound } from '../sdp.ts';
import { type KitPeer, type KitRole, metadataOf, peerOf } from './participants.ts';

export type LiveKitAccess = { url: string; apiKey: string; apiSecret: string };

/** A connected participant and their role. */
type KitGrant = {
  room: string;
  peer: string;
  user: string;
  role: KitRole;
  media?: 'all' | 'video' | undefined;
};

const TOKEN_SECONDS = 60;
/** LiveKit's answer to a viewer waits for the publisher's tracks without limit. */
const ANSWER_WITHIN_MS = 5_000;
/** Names that LiveKit gives to the tracks of a WHIP publisher. */
const CAMERA = 'synthesized-camera';
const MICROPHONE = 'synthesized-microphone';
const TRANSPORT_CC = /^a=(?:rtcp-fb:.*transport-cc|extmap:.*transport-wide-cc)/;

/** With it Chrome's estimate of the uplink was erratic (0.4 to 3.6 Mbps between two runs). */
const withoutTransportCc = (sdp: string): string =>
  sdp
    .split(/(?<=\n)/)
    .filter((line) => !TRANSPORT_CC.test(line))
    .join('');

const isMissing = (error: unknown): boolean => error instanceof ServerError && error.status === 404;

/** Nothing where it is gone already; LiveError `unavailable` where LiveKit can't be asked. */
const asked = async <Result>(asking: Promise<Result>): Promise<Result | null> => {
  try {
    return await asking;
  } catch (error) {
    if (isMissing(error)) return null;
    throw new LiveError('unavailable', `LiveKit: ${String(error)}`);
  }
};

/** Signals the offer to LiveKit; the token for it is made here and stays here. */
const postOffer = async (
  { url, apiKey, apiSecret }: LiveKitAccess,
  { room, peer, user, role }: KitGrant,
  sdp: string,
  headers: Record<string, string>,
): Promise<string> => {
  const token = new AccessToken(apiKey, apiSecret, {
    identity: peer,
    metadata: metadataOf(user, role),
    ttl: TOKEN_SECONDS,
  });
  token.addGrant({
    room,
    roomJoin: true,
    canPublish: role === 'publisher',
    canSubscribe: role !== 'publisher',
    canPublishData: false,
    hidden: role !== 'publisher',
  });
  const response = await fetch(new URL('/whip/v1', url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await token.toJwt()}`,
      'content-type': 'application/sdp',
      ...headers,
    },
    body: withoutAddresses(sdp),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((error: unknown) => {
    throw new LiveError('unavailable', `LiveKit: ${String(error)}`);
  });
  const body = await response.text();
  if (response.status === 201) return body;
  if (response.status === 400) throw new LiveError('badOffer', body);
  throw new LiveError(response.status === 503 ? 'full' : 'unavailable', `LiveKit: ${body}`);
};

export const connectLiveKit = (access: LiveKitAccess) => {
  const rooms = new RoomServiceClient(access.url, access.apiKey, access.apiSecret, {
    requestTimeout: 5,
  });
  const connect = async (
    grant: KitGrant,
    sdp: string,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    try {
      return await postOffer(access, grant, sdp, headers);
    } catch (error) {
      // What an unanswered offer left behind would be counted for 12 seconds.
      await asked(rooms.removeParticipant(grant.room, grant.peer)).catch(() => undefined);
      throw error;
    }
  };

  return {
    listRooms: async (names?: string[]) => (await asked(rooms.listRooms(names))) ?? [],
    createRoom: async (name: string, maxParticipants: number, metadata: string) => {
      // Kept without participants for as long as the feature wants it.
      const emptyTimeout = 24 * 3_600;
      await asked(rooms.createRoom({ name, maxParticipants, metadata, emptyTimeout }));
      await asked(rooms.updateRoomMetadata(name, metadata));
    },
    keepMetadata: (room: string, metadata: string) =>
      asked(rooms.updateRoomMetadata(room, metadata)),
    deleteRoom: (room: string) => asked(rooms.deleteRoom(room)),
    peers: async (room: string): Promise<KitPeer[]> =>
      ((await asked(rooms.listParticipants(room))) ?? []).flatMap((info) => peerOf(info) ?? []),
    remove: (room: string, peer: string) => asked(rooms.removeParticipant(room, peer)),
    mute: (room: string, peer: string, track: string, muted: boolean) =>
      asked(rooms.mutePublishedTrack(room, peer, track, muted)),
    publish: (grant: KitGrant, sdp: string) => connect(grant, withoutTransportCc(sdp)),
    /**
     * LiveKit has no WHEP: with this header of its own clients, which is not documented, its WHIP
     * endpoint answers a receiving offer when it has these tracks. It sends all tracks that the
     * offer takes, named or not.
     */
    watch: (grant: KitGrant, publisher: string, sdp: string) =>
      connect(grant, grant.media === 'video' ? withoutSound(sdp) : sdp, {
        'x-livekit-clientinfo': JSON.stringify({
          subscribedParticipantTrackNames: {
            [publisher]: grant.media === 'video' ? [CAMERA] : [CAMERA, MICROPHONE],
          },
        }),
      }),
  };
};
export type LiveKitServer = ReturnType<typeof connectLiveKit>;
