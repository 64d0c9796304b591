// One room: its publisher, its viewers, and what is forwarded between them.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  LiveError,
  type LiveEnd,
  type LiveEventBody,
  type LiveKeyframe,
  type LivePeer,
  type LiveRoom,
} from '../port.ts';
import { checkGrant, type RoomState, type TimedGrant } from '../admission.ts';
import { isBlank } from '../output/blank-frames.ts';
import { createKeyframeCollector, payloadOf } from '../output/rtp-picture.ts';
import { Segmenter } from '../output/segmenter.ts';
import { createFanOut, type FanOut } from './sending/fan-out.ts';
import { createForwarder, createKeyframeRequests } from './forwarder.ts';
import {
  connectPublisher,
  type PublisherConnection,
  type PullConnection,
  pullPublisher,
} from './publisher.ts';
import type { PublisherPorts } from './publisher-ports.ts';
import type { MediaKind } from './rtp.ts';
import { createUnreported } from './unreported.ts';
import { connectViewer, type ViewerConnection } from './viewer.ts';

/** What a room needs of its engine. */
export type RoomParts = {
  /** Its state is kept here. */
  folder: string;
  bindAddress: string;
  address: string;
  viewerPort: number;
  publisherPorts: PublisherPorts | null;
  emit: (happening: LiveEventBody) => void;
  /** Bytes of media that were sent to viewers. */
  onSent: (bytes: number) => void;
};

type Peer<Connection> = {
  peer: string;
  user: string;
  /** Null while the answer is made. */
  connection: Connection | null;
  offeredMs: number;
  connectedMs: number | null;
  /** When the peer last proved that media flows. */
  heardMs: number | null;
};
type Publisher = Peer<PublisherConnection | PullConnection> & {
  /** The publisher is on another engine, which itself reports when it is lost. */
  pulled?: boolean;
};
type Viewer = Peer<ViewerConnection> & { overTcp?: boolean };

const CONNECT_WITHIN_MS = 15_000;
const PULLED_WITHIN_MS = 5_000;
const POLL_MS = 20;
const SILENT_MS = 6_000;
const KEYFRAME_WITHIN_MS = 4_000;
/** Browsers report about sound every 2.5 to 7.5 s. */
const SILENT_SOUND_MS = 15_000;

const shown = (peer: Peer<unknown>): LivePeer => {
  const nowMs = performance.now();
  return {
    peer: peer.peer,
    user: peer.user,
    connectedMs: Math.round(nowMs - (peer.connectedMs ?? nowMs)),
    silentMs: peer.heardMs === null ? null : Math.round(nowMs - peer.heardMs),
  };
};

export class Room {
  #settings: LiveRoom;
  readonly #parts: RoomParts;
  readonly #kicked: Map<string, number>;
  readonly #viewers = new Map<string, Viewer>();
  readonly #publishers = new Map<string, Publisher>();
  /** The publisher whose media is forwarded. */
  #current: Publisher | null = null;
  readonly #forwarder: ReturnType<typeof createForwarder>;
  readonly #keyframes = createKeyframeRequests(() => this.#current?.connection?.requestKeyframe());

  readonly #fanOut: FanOut;
  readonly #unreported = createUnreported((...of) => this.#forwarder.unreportedMs(...of));
  #segmenter: Segmenter | null = null;
  /** Gets the packets of the picture until it has a key frame. */
  readonly #collectors = new Set<(packet: Buffer) => void>();

  constructor({ settings, kicked, muted, output = false }: RoomState, parts: RoomParts) {
    this.#settings = settings;
    this.#parts = parts;
    this.#kicked = new Map(kicked);
    this.#forwarder = createForwarder(muted);
    this.#fanOut = createFanOut(this.#viewers, parts.onSent);
    if (output) this.startOutput();
  }

  state(): RoomState {
    return {
      settings: this.#settings,
      kicked: [...this.#kicked],
      muted: this.#forwarder.muted(),
      output: this.#segmenter !== null,
    };
  }

  change(settings: LiveRoom): void {
    const isOther = settings.codec !== this.#settings.codec;
    this.#settings = settings;
    // An encoder reads one codec.
    if (isOther && this.#segmenter) void this.stopOutput().then(() => this.startOutput());
  }

  /** Throws LiveError. */
  async offer(grant: TimedGrant, sdp: string): Promise<string> {
    this.#requireNew(grant.peer);
    checkGrant(this.state(), grant, this.#viewers.size);
    return grant.role === 'publisher' ? this.#publish(grant, sdp) : this.#watch(grant, sdp);
  }

  /** An offer to another engine, for the media of its publisher. Throws LiveError `refused`. */
  async pull(peer: string): Promise<string> {
    this.#requireNew(peer);
    const user = this.#settings.publisher;
    const { offer } = await connect(this.#publishers, { peer, user, pulled: true }, (one) =>
      pullPublisher(this.#sourceOptions(one)),
    );
    return offer;
  }

  /** Resolves when media can flow. Throws LiveError. */
  async pulled(peer: string, answer: string): Promise<void> {
    const one = this.#publishers.get(peer);
    if (!one?.connection || !('accept' in one.connection)) throw new LiveError('refused');
    await one.connection.accept(answer);
    const deadline = performance.now() + PULLED_WITHIN_MS;
    while (one.connectedMs === null) {
      if (performance.now() > deadline || this.#publishers.get(peer) !== one) {
        this.#dropPublisher(one, 'lost');
        throw new LiveError('unavailable', 'the other engine was not reached');
      }
      await sleep(POLL_MS);
    }
  }

  leave(peer: string): void {
    this.#drop((one) => one.peer === peer, 'left');
  }

  kick(user: string, atMs: number): void {
    this.#kicked.set(user, atMs);
    this.#drop((one) => one.user === user, 'kicked');
  }

  mute(track: MediaKind, on: boolean): void {
    if (this.#forwarder.mute(track, on)) this.#keyframes.ask();
    if (on && track === 'video') this.#fanOut.forgetPicture();
  }

  publisher(): LivePeer | null {
    return this.#current && shown(this.#current);
  }

  viewers(): LivePeer[] {
    return [...this.#viewers.values()]
      .filter(({ connectedMs }) => connectedMs !== null)
      .sort((one, other) => (one.connectedMs ?? 0) - (other.connectedMs ?? 0))
      .map(shown);
  }

  peerCount(): number {
    return this.#publishers.size + this.#viewers.size;
  }

  /** Drops the peers that fell silent. */
  sweep(): void {
    const nowMs = performance.now();
    for (const one of this.#publishers.values())
      if (isSilentPublisher(one, nowMs)) this.#dropPublisher(one, 'lost');
    for (const one of this.#viewers.values())
      if (this.#isSilentViewer(one, nowMs)) this.#dropViewer(one, 'lost');
  }

  /** Begins to make segments; while they are made it does nothing. */
  startOutput(): void {
    const { room, codec } = this.#settings;
    this.#segmenter ??= new Segmenter({
      folder: this.#parts.folder,
      room,
      codec,
      requestKeyframe: this.#keyframes.ask,
      onSegments: () => this.#parts.emit({ type: 'segments', room }),
      onProblem: (problem) => process.stderr.write(`${problem}\n`),
    });
  }

  async stopOutput(): Promise<void> {
    const segmenter = this.#segmenter;
    this.#segmenter = null;
    await segmenter?.stop();
  }

  /** Null when none comes within seconds, as from a publisher who is away or muted. */
  async keyframe(): Promise<LiveKeyframe | null> {
    const { codec } = this.#settings;
    const collect = createKeyframeCollector(codec);
    return new Promise((resolve) => {
      const collector = (packet: Buffer): void => {
        const content = collect(packet);
        if (content) finish({ codec, content });
      };
      const finish = (found: LiveKeyframe | null): void => {
        clearTimeout(timer);
        this.#collectors.delete(collector);
        resolve(found);
      };
      const timer = setTimeout(() => finish(null), KEYFRAME_WITHIN_MS);
      this.#collectors.add(collector);
      this.#keyframes.ask();
    });
  }

  end(reason: string): void {
    void this.stopOutput();
    this.#keyframes.stop();
    this.#drop(() => true, 'ended');
    this.#parts.emit({ type: 'room.ended', room: this.#settings.room, reason });
  }

  #requireNew(peer: string): void {
    if (this.#publishers.has(peer) || this.#viewers.has(peer))
      throw new LiveError('refused', 'a grant is for one connection');
  }

  #sourceOptions(one: Publisher) {
    return {
      ...this.#parts,
      room: this.#settings,
      onPacket: (kind: MediaKind, packet: Buffer) => this.#forward(one, kind, packet),
      onConnected: () => this.#publisherConnected(one),
      onEnded: () => this.#dropPublisher(one, 'lost'),
    };
  }

  async #publish({ peer, user }: TimedGrant, offer: string): Promise<string> {
    const ports = this.#parts.publisherPorts;
    const { answer } = await connect(this.#publishers, { peer, user }, (one) =>
      connectPublisher({ ...this.#sourceOptions(one), offer, ports }),
    );
    return answer;
  }

  async #watch(
    { peer, user, media = 'all', overTcp = false }: TimedGrant,
    offer: string,
  ): Promise<string> {
    this.#unreported.check(user, this.#viewers.values());
    if (overTcp) this.#dropRelayed(user);
    const { answer } = await connect(this.#viewers, { peer, user, overTcp }, (one) =>
      connectViewer({
        ...this.#parts,
        peer,
        user,
        offer,
        room: this.#settings,
        media,
        overTcp,
        port: this.#parts.viewerPort,
        sentPicture: this.#fanOut.sentPicture,
        onConnected: () => this.#viewerConnected(one),
        onReport: () => {
          one.heardMs = performance.now();
        },
        onKeyframeWanted: this.#keyframes.ask,
        onKeyframeDue: this.#keyframes.askWhenDue,
        onEnded: () => this.#dropViewer(one, 'lost'),
      }),
    );
    return answer;
  }

  #forward(from: Publisher, kind: MediaKind, packet: Buffer): void {
    if (from.pulled && isBlank(kind, payloadOf(packet))) return;
    const nowMs = performance.now();
    from.heardMs = nowMs;
    if (from !== this.#current) return;
    if (kind === 'video') for (const collect of this.#collectors) collect(packet);
    if (!this.#forwarder.admit(kind, packet, nowMs)) return;
    this.#segmenter?.packet(kind, packet);
    this.#fanOut.packet(kind, packet);
  }

  #publisherConnected(one: Publisher): void {
    if (one.connectedMs !== null || this.#publishers.get(one.peer) !== one) return;
    one.connectedMs = performance.now();
    const former = this.#current;
    this.#current = one;
    this.#forwarder.interrupt();
    this.#segmenter?.interrupt();
    if (former) this.#dropPublisher(former, 'replaced');
    this.#emit('publisher.up', one);
    this.#keyframes.ask();
  }

  #viewerConnected(one: Viewer): void {
    if (one.connectedMs !== null || this.#viewers.get(one.peer) !== one) return;
    one.connectedMs = performance.now();
    this.#emit('viewer.up', one);
    this.#keyframes.ask();
  }

  #dropPublisher(one: Publisher, reason: LiveEnd): void {
    if (this.#publishers.get(one.peer) !== one) return;
    this.#publishers.delete(one.peer);
    if (this.#current === one) {
      this.#current = null;
      this.#segmenter?.interrupt();
    }
    void one.connection?.close();
    if (one.connectedMs !== null) this.#emitDown('publisher.down', one, reason);
  }

  #dropViewer(one: Viewer, reason: LiveEnd): void {
    if (this.#viewers.get(one.peer) !== one) return;
    this.#viewers.delete(one.peer);
    this.#unreported.add(one);
    one.connection?.close();
    if (one.connectedMs !== null) this.#emitDown('viewer.down', one, reason);
  }

  /** A user has one of the few ports for viewers over TCP in a room. */
  #dropRelayed(user: string): void {
    for (const one of this.#viewers.values())
      if (one.overTcp && one.user === user) this.#dropViewer(one, 'replaced');
  }

  #drop(matches: (one: Peer<unknown>) => boolean, reason: LiveEnd): void {
    for (const one of this.#publishers.values()) if (matches(one)) this.#dropPublisher(one, reason);
    for (const one of this.#viewers.values()) if (matches(one)) this.#dropViewer(one, reason);
  }

  #emit(type: 'publisher.up' | 'viewer.up', { peer, user }: Peer<unknown>): void {
    this.#parts.emit({ type, room: this.#settings.room, peer, user });
  }
  #emitDown(
    type: 'publisher.down' | 'viewer.down',
    { peer, user }: Peer<unknown>,
    reason: LiveEnd,
  ): void {
    this.#parts.emit({ type, room: this.#settings.room, peer, user, reason });
  }

  #isSilentViewer(one: Viewer, nowMs: number): boolean {
    if (one.connectedMs === null) return nowMs - one.offeredMs > CONNECT_WITHIN_MS;
    const heardMs = Math.max(one.heardMs ?? -Infinity, one.connectedMs);
    return (
      this.#forwarder.unreportedMs('video', heardMs, nowMs) > SILENT_MS ||
      this.#forwarder.unreportedMs('audio', heardMs, nowMs) > SILENT_SOUND_MS
    );
  }
}

const isSilentPublisher = (one: Publisher, nowMs: number): boolean =>
  one.connectedMs === null
    ? nowMs - one.offeredMs > CONNECT_WITHIN_MS
    : !one.pulled && nowMs - Math.max(one.heardMs ?? -Infinity, one.connectedMs) > SILENT_MS;

type Marks = { pulled?: boolean; overTcp?: boolean };

/** Adds the peer first, so that two offers at once do not both pass the checks of one place. */
const connect = async <Known extends { close(): unknown }, Connection extends Known>(
  peers: Map<string, Peer<Known> & Marks>,
  who: { peer: string; user: string } & Marks,
  open: (one: Peer<Known>) => Promise<Connection>,
): Promise<Connection> => {
  const { peer } = who;
  const one: Peer<Known> & Marks = {
    ...who,
    connection: null,
    offeredMs: performance.now(),
    connectedMs: null,
    heardMs: null,
  };
  peers.set(peer, one);
  try {
    const connection = await open(one);
    one.connection = connection;
    if (peers.get(peer) === one) return connection;
    connection.close();
  } catch (error) {
    peers.delete(peer);
    throw error;
  }
  throw new LiveError('refused', 'the connection was ended while it was answered');
};
