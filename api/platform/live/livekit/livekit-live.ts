// LiveKit as the engine, for more viewers than one machine serves. Rooms are kept in LiveKit
// itself: their settings, kicks and mutes are the metadata of its rooms, so that every process of
// the installation has the same. Events are the differences between two polls of it, once a second
// and at each webhook.
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookReceiver } from 'livekit-server-sdk';
import pLimit from 'p-limit';
import type { Clock } from '../../clock/port.ts';
import type { Logger } from '../../log/log.ts';
import { checkGrant, type RoomState, timedGrant } from '../admission.ts';
import { findProgram } from '../output/encoder.ts';
import { createEventLog, type LoggedEvent } from '../event-log.ts';
import {
  LiveError,
  type LiveEngine,
  type LiveEvent,
  type LiveGrant,
  type LiveEventBody,
  type LiveHealth,
  type LiveIceServer,
  type LiveKeyframe,
  type LivePeer,
  type LiveRoom,
  type LiveSegment,
} from '../port.ts';
import { codecFor, readOffer, withLimit } from '../sdp.ts';
import { connectLiveKit, type LiveKitAccess, type LiveKitServer } from './livekit-server.ts';
import { LiveKitOutputs, type OutputMaker } from './outputs.ts';
import { happeningsBetween, isUp, type KitPeer, toLivePeer } from './participants.ts';

export type LiveKitOptions = LiveKitAccess & {
  /** Null: no outputs are made on this machine. */
  maker: OutputMaker | null;
  clock: Pick<Clock, 'now'>;
  log: Pick<Logger, 'warn'>;
  iceServers: () => LiveIceServer[];
};

type KnownRoom = {
  state: RoomState;
  peers: KitPeer[];
  ends: Map<string, 'left' | 'kicked' | 'replaced' | 'ended'>;
  /** The number of the query that `peers` are of. */
  look: number;
};

const LOOK_EVERY_MS = 1_000;
const ROOMS_AT_ONCE = 10;
/** Beside viewers: the publisher, twice while its connection is replaced, and our recorders. */
const OTHER_PARTICIPANTS = 4;
/** A room that is there as long as LiveKit was not restarted. */
const MARKER = 'camarim-marker';

const readState = (metadata: string): RoomState | null => {
  try {
    return JSON.parse(metadata) as RoomState;
  } catch {
    return null;
  }
};

export class LiveKitLive implements LiveEngine {
  readonly viewersOutlivePublishers = false;
  readonly makesOutputs: boolean;
  readonly iceServers: () => LiveIceServer[];
  readonly #clock: LiveKitOptions['clock'];
  readonly #log: LiveKitOptions['log'];
  readonly #server: LiveKitServer;
  readonly #receiver: WebhookReceiver;
  readonly #rooms = new Map<string, KnownRoom>();
  readonly #closing = new AbortController();
  readonly #events = createEventLog();
  readonly #watching: Promise<unknown>;
  readonly #maker: OutputMaker | null;
  readonly #outputs: LiveKitOutputs | null;
  #looks = 0;
  #problem: string | null = null;
  #hasMarker = false;

  constructor({ clock, log, iceServers, maker, ...access }: LiveKitOptions) {
    this.#clock = clock;
    this.#log = log;
    this.iceServers = iceServers;
    this.#server = connectLiveKit(access);
    this.#receiver = new WebhookReceiver(access.apiKey, access.apiSecret);
    this.#maker = maker;
    this.#outputs = maker && new LiveKitOutputs(this.#server, maker, log);
    this.makesOutputs = maker !== null;
    this.#watching = Promise.all([this.#watch(), this.#followMaker()]);
  }

  async createRoom(settings: LiveRoom): Promise<void> {
    const known = await this.#find(settings.room);
    const state: RoomState = { kicked: [], muted: [], ...known?.state, settings };
    await this.#make(state);
    this.#know(settings.room, state);
  }

  async offer(grant: LiveGrant, sdp: string): Promise<string> {
    const timed = timedGrant(grant, this.#clock.now());
    const known = await this.#existing(grant.room);
    const peers = await this.#queryRoom(grant.room);
    const viewerCount = peers.filter(({ role }) => role === 'viewer').length;
    checkGrant(known.state, timed, viewerCount);
    if (peers.some(({ peer }) => peer === grant.peer))
      throw new LiveError('refused', 'a grant is for one connection');
    for (const media of readOffer(sdp)) codecFor(media, known.state.settings.codec);
    const publishers = peers.filter(({ role }) => role === 'publisher');
    if (grant.role === 'publisher') {
      const answer = await this.#server.publish(timed, sdp);
      await this.#remove(grant.room, publishers, 'replaced');
      return withLimit(answer, known.state.settings.maxBitrateKbps);
    }
    const publisher = publishers.find(isUp);
    if (!publisher) throw new LiveError('noPublisher');
    return this.#server.watch(timed, publisher.peer, sdp);
  }

  async leave(room: string, peer: string): Promise<void> {
    const peers = (await this.#queryRoom(room)).filter((one) => one.peer === peer);
    await this.#remove(room, peers, 'left');
  }

  async kick(room: string, user: string): Promise<void> {
    const known = await this.#find(room);
    if (!known) return;
    const kicked = known.state.kicked.filter(([one]) => one !== user);
    await this.#keep(room, {
      ...known.state,
      kicked: [...kicked, [user, this.#clock.now().getTime()]],
    });
    const peers = (await this.#queryRoom(room)).filter((one) => one.user === user);
    await this.#remove(room, peers, 'kicked');
  }

  async mute(room: string, track: 'audio' | 'video', muted: boolean): Promise<void> {
    const { state } = await this.#existing(room);
    const others = state.muted.filter((one) => one !== track);
    await this.#keep(room, { ...state, muted: muted ? [...others, track] : others });
    await this.#queryRoom(room);
  }

  async publisher(room: string): Promise<LivePeer | null> {
    const found = (await this.#server.peers(room)).find(
      (one) => one.role === 'publisher' && isUp(one),
    );
    return found ? toLivePeer(found, this.#clock.now().getTime()) : null;
  }

  async viewers(room: string): Promise<LivePeer[]> {
    return (await this.#server.peers(room))
      .filter((one) => one.role === 'viewer' && isUp(one))
      .sort((one, other) => one.joinedMs - other.joinedMs)
      .map((one) => toLivePeer(one, this.#clock.now().getTime()));
  }

  async endRoom(room: string, reason: string): Promise<void> {
    const known = await this.#find(room);
    if (!known) return;
    for (const { peer } of await this.#queryRoom(room)) known.ends.set(peer, 'ended');
    await this.#outputs?.end(room);
    await this.#server.deleteRoom(room);
    this.#forget(room, known, reason);
  }

  async startOutput(room: string): Promise<void> {
    const { state } = await this.#existing(room);
    if (this.#outputs === null || findProgram('ffmpeg') === null)
      throw new LiveError('unavailable', 'ffmpeg is not installed, or not the embedded engine');
    if (!state.output) await this.#keep(room, { ...state, output: true });
    await this.#queryRoom(room);
  }

  async stopOutput(room: string): Promise<void> {
    const known = await this.#find(room);
    if (!known?.state.output) return;
    await this.#keep(room, { ...known.state, output: false });
    await this.#outputs?.end(room);
  }

  async segments(): Promise<LiveSegment[]> {
    return (await this.#maker?.engine.segments()) ?? [];
  }

  async dropSegment(segment: Pick<LiveSegment, 'room' | 'series' | 'number'>): Promise<void> {
    await this.#maker?.engine.dropSegment(segment);
  }

  async keyframe(room: string): Promise<LiveKeyframe | null> {
    const known = await this.#find(room);
    if (!known || !this.#outputs) return null;
    return this.#outputs.keyframe(known.state.settings, await this.#server.peers(room));
  }

  async *events({
    from = null,
    signal,
  }: { from?: string | null | undefined; signal?: AbortSignal } = {}): AsyncGenerator<
    LiveEvent,
    void
  > {
    const ended = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const queue: LoggedEvent[] = [];
    let wake = (): void => {};
    const stop = this.#events.follow(from, (event) => {
      queue.push(event);
      wake();
    });
    ended.addEventListener('abort', () => wake());
    try {
      while (!ended.aborted) {
        for (const { id, ageMs, happening } of queue.splice(0))
          yield { ...happening, id, at: new Date(this.#clock.now().getTime() - ageMs) };
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (ended.aborted || queue.length > 0) resolve();
        });
      }
    } finally {
      stop();
    }
  }

  async health(): Promise<LiveHealth> {
    const rooms = [...this.#rooms.values()];
    return {
      state: this.#problem === null ? 'up' : 'down',
      problem: this.#problem,
      rooms: rooms.length,
      peers: rooms.reduce((count, { peers }) => count + peers.length, 0),
      kbpsOut: null,
    };
  }

  /**
   * Takes a webhook of LiveKit: `authorization` is the header of that name. What it says is only a
   * reason to poll the room at once. Throws when LiveKit did not sign it.
   */
  async receiveWebhook(body: string, authorization: string): Promise<void> {
    const { room } = await this.#receiver.receive(body, authorization);
    if (room && this.#rooms.has(room.name)) await this.#queryRoom(room.name);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#maker?.engine.close();
    await this.#watching;
  }

  async #followMaker(): Promise<void> {
    const { signal } = this.#closing;
    for await (const event of this.#maker?.engine.events({ signal }) ?? [])
      if (event.type === 'segments')
        this.#events.add({ type: event.type, room: event.room }, event.id);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#look();
        this.#problem = null;
      } catch (error) {
        if (this.#problem === null) this.#log.warn({ err: error }, 'LiveKit can’t be asked');
        this.#problem = error instanceof Error ? error.message : String(error);
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const listed = await this.#server.listRooms();
    const marker = listed.find(({ name }) => name === MARKER);
    if (!marker) return this.#recover();
    this.#hasMarker = true;
    for (const { name, metadata } of listed) {
      const state = name === MARKER ? null : readState(metadata);
      if (state) this.#know(name, state);
    }
    // Ended by another process of ours.
    for (const [room, known] of this.#rooms)
      if (!listed.some(({ name }) => name === room)) this.#forget(room, known, 'ended');
    const limit = pLimit(ROOMS_AT_ONCE);
    await Promise.all([...this.#rooms.keys()].map((room) => limit(() => this.#queryRoom(room))));
  }

  /** LiveKit was started again and has lost all rooms, or we see it for the first time. */
  async #recover(): Promise<void> {
    for (const { state } of this.#rooms.values()) await this.#make(state);
    await this.#server.createRoom(MARKER, 1, '');
    const marker = (await this.#server.listRooms()).find(({ name }) => name === MARKER);
    if (!this.#hasMarker || !marker) return;
    for (const known of this.#rooms.values()) known.peers = [];
    this.#events.add({ type: 'engine.restarted' }, `restarted-${marker.sid}`);
  }

  /** The participants now; what changed since the last query becomes events. */
  async #queryRoom(room: string): Promise<KitPeer[]> {
    const look = (this.#looks += 1);
    const peers = await this.#server.peers(room);
    const known = this.#rooms.get(room);
    // Concurrent queries can end in another order than they began.
    if (!known || look < known.look) return peers;
    known.look = look;
    // Before `publisher.up` of one who must not be heard.
    await this.#applyMutes(known.state, peers);
    if (known.look !== look || this.#rooms.get(room) !== known) return peers;
    this.#note(room, known, peers);
    void this.#outputs?.follow(room, known.state, peers);
    return peers;
  }

  async #make(state: RoomState): Promise<void> {
    const { room, maxViewers } = state.settings;
    await this.#server.createRoom(room, maxViewers + OTHER_PARTICIPANTS, JSON.stringify(state));
  }

  #note(room: string, known: KnownRoom, peers: KitPeer[]): void {
    const before = known.peers;
    known.peers = peers;
    for (const happening of happeningsBetween(room, before, peers, known.ends))
      this.#add(happening);
  }

  /** Every process sees the same happening, under the same id. */
  #add(happening: LiveEventBody): void {
    const of = 'peer' in happening ? happening.peer : 'room' in happening ? happening.room : '';
    this.#events.add(happening, `${of}-${happening.type}`);
  }

  #know(room: string, state: RoomState): void {
    const known = this.#rooms.get(room);
    if (known) known.state = state;
    else this.#rooms.set(room, { state, peers: [], ends: new Map(), look: 0 });
  }

  #forget(room: string, known: KnownRoom, reason: string): void {
    if (!this.#rooms.delete(room)) return;
    for (const { peer } of known.peers) if (!known.ends.has(peer)) known.ends.set(peer, 'ended');
    this.#note(room, known, []);
    this.#add({ type: 'room.ended', room, reason });
    // Ended by another process, whose output may have been made here.
    void this.#outputs?.follow(room, { ...known.state, output: false }, []);
  }

  /**
   * As LiveKit has it now: another process may have made, changed or ended it since our last query,
   * and its WHIP endpoint would make a room that is not there.
   */
  async #find(room: string): Promise<KnownRoom | null> {
    const [listed] = await this.#server.listRooms([room]);
    const state = listed ? readState(listed.metadata) : null;
    if (!state) return null;
    this.#know(room, state);
    return this.#rooms.get(room) ?? null;
  }

  async #existing(room: string): Promise<KnownRoom> {
    const known = await this.#find(room);
    if (!known) throw new LiveError('noRoom');
    return known;
  }

  async #keep(room: string, state: RoomState): Promise<void> {
    this.#know(room, state);
    await this.#server.keepMetadata(room, JSON.stringify(state));
  }

  async #remove(
    room: string,
    peers: readonly KitPeer[],
    end: 'left' | 'kicked' | 'replaced',
  ): Promise<void> {
    const known = this.#rooms.get(room);
    for (const { peer } of peers) {
      known?.ends.set(peer, end);
      await this.#server.remove(room, peer);
    }
    if (peers.length > 0) await this.#queryRoom(room);
  }

  async #applyMutes(
    { muted, settings: { room } }: RoomState,
    peers: readonly KitPeer[],
  ): Promise<void> {
    for (const { peer, role, tracks } of peers)
      for (const track of tracks)
        if (role === 'publisher' && track.muted !== muted.includes(track.kind))
          await this.#server.mute(room, peer, track.sid, muted.includes(track.kind));
  }
}
