// Settings of live video: where the engine listens, what it announces, STUN and TURN.
import { z } from 'zod';
import { port } from './setting-types.ts';

/** Addresses separated by commas, each of one of these schemes. */
const urlsOf = (...schemes: string[]) =>
  z
    .string()
    .transform((list) => list.split(',').map((url) => url.trim()))
    .refine(
      (urls) => urls.every((url) => schemes.some((scheme) => url.startsWith(`${scheme}:`))),
      `addresses separated by commas, each beginning with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`,
    );

const PORTS = /^(\d{1,5})-(\d{1,5})$/;

/** First and last port of `15001-15100`, both included; null when it is no range of ports. */
export const readPortRange = (text: string): [number, number] | null => {
  const [, first, last] = PORTS.exec(text) ?? [];
  const range: [number, number] = [Number(first), Number(last)];
  return range[0] >= 1 && range[1] <= 65_535 && range[0] <= range[1] ? range : null;
};

/** `describe` is the text of the operator's manual. */
export const liveSettings = {
  LIVEKIT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'LiveKit server that carries live video in place of the embedded engine, e.g. https://livekit.example.com; our servers alone call it (live.md)',
    ),
  LIVEKIT_API_KEY: z.string().min(1).optional(),
  LIVEKIT_API_SECRET: z.string().min(32).optional(),
  LIVE_ADDRESS: z
    .ipv4()
    .optional()
    .describe(
      'public IPv4 address at which browsers reach the UDP ports of live video, also behind NAT; 127.0.0.1 when unset outside production, where live video is off without it (live.md)',
    ),
  LIVE_BIND_ADDRESS: z
    .ipv4()
    .optional()
    .describe(
      'address of this machine that live video listens on; all of them when LIVE_ADDRESS is set, else 127.0.0.1',
    ),
  LIVE_UDP_PORT: port
    .default(15_000)
    .describe('UDP port through which all viewers of live video receive it; 0 takes a free one'),
  LIVE_PUBLISHER_PORTS: z
    .string()
    .default('15001-15100')
    .refine((text) => readPortRange(text) !== null, 'first and last port, such as 15001-15100')
    .describe('UDP ports for publishers of live video, one for each show at the same time'),
  LIVE_HLS_ABOVE_VIEWERS: z.coerce
    .number()
    .int()
    .min(0)
    .default(200)
    .describe(
      'so many viewers of one show are connected to the engine; those who come later watch by HLS, some seconds behind (live.md)',
    ),
  LIVE_FACE_CHECK: z
    .stringbool()
    .default(false)
    .describe(
      'before each show its producer takes a picture of themselves; it waits in the review queue with the first frame of the show, so that administrators compare both with the documents; programs such as OBS open no show then (live.md)',
    ),
  LOVENSE_DEVELOPER_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe(
      'token of the Lovense developer dashboard, whose callback address is CAMARIM_PUBLIC_URL/api/overlays/toy/callback; without it toys are not offered (overlays.md)',
    ),
  LOVENSE_ORIGIN: z
    .url()
    .optional()
    .describe('where a stand-in for Lovense answers; refused in production'),
  LIVE_STUN_URLS: urlsOf('stun', 'stuns')
    .optional()
    .describe(
      'STUN servers that browsers are given, separated by commas, e.g. stun:turn.example.com:3478; needed by no one who reaches LIVE_ADDRESS',
    ),
  LIVE_TURN_URLS: urlsOf('turn', 'turns')
    .optional()
    .describe(
      'TURN servers for browsers whose network blocks UDP, separated by commas, e.g. turns:turn.example.com:443?transport=tcp',
    ),
  LIVE_TURN_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe(
      'static-auth-secret of these servers (coturn with use-auth-secret); browsers get credentials made from it, valid for six hours',
    ),
};
