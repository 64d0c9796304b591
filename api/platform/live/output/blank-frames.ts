// Frames that LiveKit makes itself: black pictures and silence with which it ends a track or mutes
// it, so that nothing of the last frame stays on a screen. What is recorded is the publisher's
// only. Source: livekit-server v1.13.5, pkg/sfu/downtrack.go, H264KeyFrame2x2, VP8KeyFrame8x8,
// OpusSilenceFrame.
import type { MediaKind } from '../embedded/rtp.ts';

const H264_PARAMETERS = Buffer.from('6742c01f0fd91f888884000003000400000300c83c60c920', 'hex');
const VP8_PICTURE = Buffer.from(
  '1002009d012a080008000047088585888584880202000c0d6000feffab5080',
  'hex',
);
const SILENCE = Buffer.alloc(80);
SILENCE.set([0xf8, 0xff, 0xfe]);
/** Type and length of an aggregation packet before its first unit. */
const AGGREGATION_BYTES = 3;

/** Whether the payload of a packet is such a frame; each is one packet. */
export const isBlank = (kind: MediaKind, payload: Buffer): boolean => {
  if (kind === 'audio') return payload.equals(SILENCE);
  const unit = payload.subarray(AGGREGATION_BYTES, AGGREGATION_BYTES + H264_PARAMETERS.length);
  return unit.equals(H264_PARAMETERS) || payload.subarray(-VP8_PICTURE.length).equals(VP8_PICTURE);
};
