// Live video: rooms in which one publisher sends picture and sound and many viewers receive them.
// The engine carries media only. Who may enter, chat, tips and billing belong to the features.

/** A room as its feature wants it. */
export type LiveRoom = {
  /** Chosen by the caller; letters, digits, `-` and `_`, at most 64. */
  room: string;
  /** The only user who may publish here. */
  publisher: string;
  /** The only users who may watch, as in a private show; null: each user with a grant. */
  viewers: readonly string[] | null;
  /**
   * The codec of the picture. Recording and HLS copy `h264` without encoding it again; every
   * current browser sends and receives both.
   */
  codec: 'h264' | 'vp8';
  /** What the publisher is asked to stay below, picture and sound together. */
  maxBitrateKbps: number;
  /** Viewers at the same time; the next one is refused with `full`. */
  maxViewers: number;
};

export type LiveRole = 'publisher' | 'viewer';

/**
 * The permission for one connection. The feature makes it after all of its own checks; the engine
 * checks again what it knows: the people of the room, kicks and the time.
 */
export type LiveGrant = {
  room: string;
  /**
   * Id of the connection, new for each one (a page that is loaded again is another connection);
   * letters, digits, `-` and `_`, at most 64.
   */
  peer: string;
  user: string;
  role: LiveRole;
  /** A viewer of `video` gets no sound; `all` unless given. */
  media?: 'all' | 'video';
  /**
   * The viewer's network lets media through by TCP to a TURN server only: the embedded engine gives
   * them a port of their own, of which it has few.
   */
  overTcp?: boolean;
  issuedAt: Date;
  expiresAt: Date;
};

export type LivePeer = {
  peer: string;
  user: string;
  /** Since media could first flow. */
  connectedMs: number;
  /**
   * Time since this peer last proved that media flows: a publisher by a packet of media, a viewer
   * by a receiver report (RTCP), which browsers send about once a second. Null before the first
   * proof. LiveKit does not say it: there it is 0 while LiveKit counts the peer as active.
   */
  silentMs: number | null;
};

/**
 * Why a connection ended: it said so (`left`), it fell silent for 6 seconds or failed (`lost`), it
 * was removed (`kicked`), another connection of the publisher took its place (`replaced`), or the
 * room ended (`ended`).
 */
export type LiveEnd = 'left' | 'lost' | 'kicked' | 'replaced' | 'ended';

export type LiveEventBody =
  | { type: 'publisher.up'; room: string; peer: string; user: string }
  | { type: 'publisher.down'; room: string; peer: string; user: string; reason: LiveEnd }
  | { type: 'viewer.up'; room: string; peer: string; user: string }
  | { type: 'viewer.down'; room: string; peer: string; user: string; reason: LiveEnd }
  | { type: 'room.ended'; room: string; reason: string }
  /** There are segments of the room to be fetched. */
  | { type: 'segments'; room: string }
  /** All connections of all rooms were lost; the rooms are there, and clients send a new offer. */
  | { type: 'engine.restarted' };

/**
 * Events are delivered at least once and in order: consumers ignore an id that they know. They are
 * hints; `publisher` and `viewers` are the truth.
 */
export type LiveEvent = LiveEventBody & { id: string; at: Date };

/**
 * A piece of a room's picture and sound: two seconds of H264 and AAC as fragmented MP4, in files of
 * this machine.
 */
export type LiveSegment = {
  room: string;
  /**
   * What was made in one go: one initialisation, and times that go on. Another connection of the
   * publisher, another size of its picture and another process of the engine begin a new series.
   */
  series: string;
  /** From 0 in each series. */
  number: number;
  durationMs: number;
  /** Since its last packet came. */
  ageMs: number;
  file: string;
  init: string;
};

/** A key frame of the publisher as it was sent: H264 as a byte stream, or VP8 in an IVF file. */
export type LiveKeyframe = { codec: 'h264' | 'vp8'; content: Buffer };

/** As in RTCConfiguration.iceServers of browsers. */
export type LiveIceServer = { urls: string[]; username?: string; credential?: string };

export type LiveHealth = {
  /** `idle`: the embedded engine starts with the first room. */
  state: 'up' | 'idle' | 'down' | 'off';
  /** Why there is no live video, for operators; null while it is `up` or `idle`. */
  problem: string | null;
  rooms: number;
  peers: number;
  /** What was sent to viewers in the last second; null where the engine does not say. */
  kbpsOut: number | null;
};

/**
 * Why a call was refused: `refused`: the grant is expired, kicked, or not of this room's people;
 * `noRoom`: there is no such room; `noPublisher`: there is nothing to watch yet (LiveKit only; the
 * embedded engine lets viewers wait); `full`: too many viewers; `unreported`: the user's former
 * connections sent too few receiver reports (embedded engine only); `badOffer`: the SDP is
 * malformed or offers no usable codec; `unavailable`: the engine can't be reached, try again in
 * seconds (for good where health says `off`).
 */
export type LiveRefusal =
  | 'refused'
  | 'noRoom'
  | 'noPublisher'
  | 'full'
  | 'unreported'
  | 'badOffer'
  | 'unavailable';

/** Every expected failure of an engine. */
export class LiveError extends Error {
  readonly reason: LiveRefusal;
  constructor(reason: LiveRefusal, message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

export interface LiveEngine {
  /**
   * False: after a new connection of the publisher (`publisher.up`) viewers get no more packets
   * until they connect again.
   */
  readonly viewersOutlivePublishers: boolean;
  /**
   * False, where node-datachannel has no program: segments and key frames of rooms are not made,
   * and `startOutput` is refused.
   */
  readonly makesOutputs: boolean;
  /**
   * Makes the room, or takes over the new settings of one that exists; its connections stay.
   * Throws LiveError `unavailable`.
   */
  createRoom(room: LiveRoom): Promise<void>;
  /**
   * Connects a browser: its SDP offer (WHIP of a publisher, WHEP of a viewer) to our SDP answer.
   * The offer needs no candidates, and those that it has are ignored: the client connects to the
   * engine, whose candidates are the only ones in an answer. A publisher's new connection replaces
   * the former one. Throws LiveError.
   */
  offer(grant: LiveGrant, sdp: string): Promise<string>;
  /** Ends one connection at once; of one that is not there it does nothing. */
  leave(room: string, peer: string): Promise<void>;
  /**
   * Ends all connections of the user in the room and refuses every grant for it that was issued
   * up to now. A grant that is issued later is accepted, so that a ban is the feature's.
   */
  kick(room: string, user: string): Promise<void>;
  /** Stops or resumes forwarding the publisher's sound or picture, whatever the publisher sends. */
  mute(room: string, track: 'audio' | 'video', muted: boolean): Promise<void>;
  /** The connected publisher; null when there is none, or no such room. */
  publisher(room: string): Promise<LivePeer | null>;
  /** The connected viewers in the order of their coming; empty when there is no such room. */
  viewers(room: string): Promise<LivePeer[]>;
  /**
   * Makes segments of what the publisher sends, of which features make HLS and recordings, until
   * `stopOutput` or the end of the room. It goes on after a new connection of the publisher and
   * after a loss of the engine. Throws LiveError `noRoom`, and `unavailable` without ffmpeg.
   */
  startOutput(room: string): Promise<void>;
  /** The last segment is finished; of a room without output it does nothing. */
  stopOutput(room: string): Promise<void>;
  /**
   * The segments that are complete and were not dropped, oldest first, those of rooms that have
   * ended included: they are kept on this machine until they are dropped.
   */
  segments(): Promise<LiveSegment[]>;
  /** Deletes the files of a segment that was stored elsewhere; repeating it changes nothing. */
  dropSegment(segment: Pick<LiveSegment, 'room' | 'series' | 'number'>): Promise<void>;
  /** The next key frame of the publisher, asked for at once; null when none came within seconds. */
  keyframe(room: string): Promise<LiveKeyframe | null>;
  /** Ends the room with all its connections; of one that is not there it does nothing. */
  endRoom(room: string, reason: string): Promise<void>;
  /**
   * The events after the one with the id `from`, as far as they are kept (the last 10,000), and
   * then those to come; without `from` only those to come. Ends with the signal or the engine.
   */
  events(options?: { from?: string | undefined; signal?: AbortSignal }): AsyncIterable<LiveEvent>;
  /** STUN and TURN servers for one connection, with credentials that are valid for some hours. */
  iceServers(): LiveIceServer[];
  /** Never throws. */
  health(): Promise<LiveHealth>;
  close(): Promise<void>;
}
