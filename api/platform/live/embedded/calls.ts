// What the application asks of the engine's process, as JSON over HTTP on the loopback.
import type { TimedGrant } from '../admission.ts';
import type { LivePeer, LiveRefusal, LiveRoom, LiveSegment } from '../port.ts';

/** Argument and result of each call. */
export type EngineCalls = {
  createRoom: [LiveRoom, null];
  offer: [{ grant: TimedGrant; sdp: string }, string];
  /**
   * An offer to receive the room's picture and sound from another engine, as if from a publisher.
   */
  pull: [{ room: string; peer: string }, string];
  /** That engine's answer; the reply comes when media can flow. */
  pulled: [{ room: string; peer: string; answer: string }, null];
  leave: [{ room: string; peer: string }, null];
  kick: [{ room: string; user: string; atMs: number }, null];
  mute: [{ room: string; track: 'audio' | 'video'; muted: boolean }, null];
  publisher: [{ room: string }, LivePeer | null];
  viewers: [{ room: string }, LivePeer[]];
  startOutput: [{ room: string }, null];
  stopOutput: [{ room: string }, null];
  segments: [null, LiveSegment[]];
  dropSegment: [Pick<LiveSegment, 'room' | 'series' | 'number'>, null];
  /** The content in base64. */
  keyframe: [{ room: string }, { codec: 'h264' | 'vp8'; content: string } | null];
  endRoom: [{ room: string; reason: string }, null];
  health: [null, { rooms: number; peers: number; kbpsOut: number }];
  /** This process of the application ends; the engine ends too unless it is still needed. */
  release: [null, null];
};

/** The engine's process ends with this code when another one runs on its folder. */
export const OTHER_ENGINE_EXIT_CODE = 75;

export type EngineCall = keyof EngineCalls;

/** The reply to a call. */
export type EngineReply =
  | { result: unknown }
  | { refused: LiveRefusal; message: string }
  | { fault: string };

/** What the engine is started with. */
export type EngineOptions = {
  /** Its state is kept here. */
  folder: string;
  /** Hash of these options and of the program: an engine with another one is replaced. */
  fingerprint: string;
  /** Address that its UDP sockets are bound to, and the one that clients are given. */
  bindAddress: string;
  address: string;
  /** For all viewers; 0 takes a free one. */
  viewerPort: number;
  /** First and last for publishers; null takes free ones. */
  publisherPorts: [number, number] | null;
};

/** What the engine writes to `engine.json` when it is ready: where and with what it is reached. */
export type EngineAddress = { pid: number; port: number; token: string; fingerprint: string };
export const ADDRESS_FILE = 'engine.json';
