// The little of SDP (RFC 8866, 8829) that the engine reads and writes itself.
import { LiveError } from './port.ts';

export type OfferedCodec = { payloadType: number; name: string; parameters: string };
export type OfferedMedia = { kind: 'audio' | 'video'; mid: string; codecs: OfferedCodec[] };

const OFFER_MAX_CHARACTERS = 200_000;
const ADDRESS_LINES = /^a=(?:candidate|end-of-candidates|remote-candidates|rtcp:)/;

const linesOf = (sdp: string): string[] => sdp.split(/\r?\n/).filter((line) => line !== '');
const textOf = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

/**
 * Without any address of its author: no one who sends an offer chooses where the engine sends
 * packets, and no address of one client can reach another.
 */
export const withoutAddresses = (sdp: string): string =>
  textOf(
    linesOf(sdp)
      .filter((line) => !ADDRESS_LINES.test(line))
      .map((line) => (line.startsWith('c=') ? 'c=IN IP4 0.0.0.0' : line)),
  );

/**
 * Media that are offered within the bundle only have port 0 (RFC 8843, section 6), as Firefox
 * writes it; werift takes that for refused media.
 */
export const withBundledPorts = (sdp: string): string =>
  sdp
    .split(/(?=^m=)/m)
    .map((section) =>
      /^a=bundle-only\r?$/m.test(section) ? section.replace(/^(m=\w+) 0 /, '$1 9 ') : section,
    )
    .join('');

/** The priority of a host candidate of the first component (RFC 8445, section 5.1.2.1). */
const HOST_PRIORITY = 2 ** 24 * 126 + 2 ** 8 * 65_535 + 255;

/** With one candidate, which is the same for all media of the bundle. */
export const withCandidate = (sdp: string, address: string, port: number): string => {
  const candidate = [
    `a=candidate:1 1 UDP ${HOST_PRIORITY} ${address} ${port} typ host`,
    'a=end-of-candidates',
  ];
  const [session = '', ...media] = withoutAddresses(sdp).split(/(?=^m=)/m);
  return session + media.map((section) => section + textOf(candidate)).join('');
};

const DIRECTION = /^a=(?:sendrecv|sendonly|recvonly|inactive)$/;

/** With its sound refused: whatever the other side does, none is sent. */
export const withoutSound = (sdp: string): string =>
  sdp
    .split(/(?=^m=)/m)
    .map((section) =>
      section.startsWith('m=audio')
        ? textOf([...linesOf(section).filter((line) => !DIRECTION.test(line)), 'a=inactive'])
        : section,
    )
    .join('');

/** The port of the first host candidate over UDP. Throws when there is none. */
export const candidatePort = (sdp: string): number => {
  const [, found] = /^a=candidate:\S+ 1 udp \d+ \S+ (\d+) typ host/im.exec(sdp) ?? [];
  if (found === undefined) throw new Error('the answer has no candidate');
  return Number(found);
};

const attribute = (section: string, name: string): string | undefined =>
  new RegExp(`^a=${name}:(.*?)\\r?$`, 'm').exec(section)?.[1];

/** The password of ICE that its author has chosen. */
export const icePassword = (sdp: string): string => attribute(sdp, 'ice-pwd') ?? '';

const parametersOf = (section: string, type: string): string =>
  new RegExp(`^a=fmtp:${type} (.*?)\\r?$`, 'm').exec(section)?.[1] ?? '';

const codecsOf = (section: string): OfferedCodec[] =>
  [...section.matchAll(/^a=rtpmap:(\d+) ([\w.-]+)\//gm)].map(([, type = '', name = '']) => ({
    payloadType: Number(type),
    name: name.toLowerCase(),
    parameters: parametersOf(section, type),
  }));

/** The media that an offer has. Throws LiveError `badOffer` when it is none for the engine. */
export const readOffer = (sdp: string): OfferedMedia[] => {
  if (sdp.length > OFFER_MAX_CHARACTERS || !sdp.startsWith('v=0'))
    throw new LiveError('badOffer', 'not an SDP offer');
  const [, ...sections] = sdp.split(/(?=^m=)/m);
  const media = sections.map((section): OfferedMedia => {
    const kind = /^m=(audio|video) /.exec(section)?.[1];
    const mid = attribute(section, 'mid');
    if ((kind !== 'audio' && kind !== 'video') || mid === undefined)
      throw new LiveError('badOffer', 'an offer has audio and video only, each with its mid');
    return { kind, mid, codecs: codecsOf(section) };
  });
  const kinds = media.map(({ kind }) => kind);
  if (kinds.length === 0 || new Set(kinds).size < kinds.length)
    throw new LiveError('badOffer', 'an offer has audio, video or one of each');
  return media;
};

const fits = ({ name, parameters }: OfferedCodec, wanted: 'h264' | 'vp8' | 'opus'): boolean =>
  name === wanted &&
  (wanted !== 'h264' ||
    // Constrained baseline, which every browser decodes and encodes.
    (/packetization-mode=1/.test(parameters) &&
      /profile-level-id=42[0-9a-f]{4}/i.test(parameters)));

/** The offered codec that the room uses. Throws LiveError `badOffer` when it is not offered. */
export const codecFor = ({ kind, codecs }: OfferedMedia, picture: 'h264' | 'vp8'): OfferedCodec => {
  const wanted = kind === 'audio' ? 'opus' : picture;
  const matching = codecs.filter((codec) => fits(codec, wanted));
  const codec =
    matching.find(({ parameters }) => /profile-level-id=42[ec]0/i.test(parameters)) ?? matching[0];
  if (!codec) throw new LiveError('badOffer', `the offer has no ${wanted}`);
  return codec;
};

/** The limit of the room (RFC 8866, `b=AS` in kbps), which browsers keep below. */
export const withLimit = (sdp: string, kbps: number): string =>
  sdp.replaceAll(/^(m=video .*\r\n)(c=.*\r\n)?/gm, (lines) => `${lines}b=AS:${kbps}\r\n`);
