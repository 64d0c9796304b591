// Outputs of rooms on LiveKit. The process of the embedded engine receives a room as a hidden
// participant of ours, a recorder, and makes of it what it makes of its own rooms.
import { randomUUID } from 'node:crypto';
import type { Logger } from '../../log/log.ts';
import type { RoomState } from '../admission.ts';
import type { EmbeddedLive } from '../embedded/embedded-live.ts';
import { LiveError, type LiveKeyframe, type LiveRoom } from '../port.ts';
import type { LiveKitServer } from './livekit-server.ts';
import { isUp, type KitPeer } from './participants.ts';

/** The identity of the participant of whom segments are made: LiveKit lets one in at a time. */
const RECORDER = 'recorder';
/** Nothing came for so long although the publisher sends. */
const SILENT_MS = 10_000;

export type OutputMaker = {
  engine: EmbeddedLive;
  /** Identifies the processes that share the engine: one of them makes a room's output. */
  home: string;
};

const publisherOf = (peers: readonly KitPeer[]): KitPeer | undefined =>
  peers.find((one) => one.role === 'publisher' && isUp(one));

export class LiveKitOutputs {
  readonly #server: LiveKitServer;
  readonly #engine: EmbeddedLive;
  readonly #home: string;
  readonly #log: Pick<Logger, 'warn'>;
  /** The rooms that the engine of this home makes segments of, with their settings. */
  readonly #made = new Map<string, LiveRoom>();
  /**
   * What is done about a room now: beginning and ending at once would leave a room that is taken
   * for made and is not.
   */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(server: LiveKitServer, { engine, home }: OutputMaker, log: Pick<Logger, 'warn'>) {
    this.#server = server;
    this.#engine = engine;
    this.#home = home;
    this.#log = log;
  }

  /** Begins, continues or ends what is made of the room. Never throws: the next sync repeats it. */
  async follow(room: string, state: RoomState, peers: readonly KitPeer[]): Promise<void> {
    if (state.output && this.#turns.has(room)) return;
    try {
      await this.#inTurn(room, async () => {
        if (state.output) await this.#record(room, state.settings, peers);
        else if (this.#made.has(room)) await this.#end(room);
      });
    } catch (error) {
      const reason = error instanceof LiveError ? error.reason : null;
      // Another process of this home has ended it: the next sync makes it again.
      if (reason === 'noRoom') this.#made.delete(room);
      // Another process of this home does it.
      if (reason !== 'refused')
        this.#log.warn({ err: error, room }, 'a room on LiveKit is not recorded');
    }
  }

  /** The last segment is finished; of a room of which nothing is made here it does nothing. */
  end(room: string): Promise<void> {
    return this.#inTurn(room, () => this.#end(room));
  }

  async #inTurn(room: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(room) ?? Promise.resolve()).then(work, work);
    this.#turns.set(room, turn);
    try {
      await turn;
    } finally {
      if (this.#turns.get(room) === turn) this.#turns.delete(room);
    }
  }

  async #end(room: string): Promise<void> {
    if ((await this.#engine.health()).state !== 'up') return;
    await this.#engine.stopOutput(room);
    await this.#engine.endRoom(room, 'the output ended');
    this.#made.delete(room);
    await this.#server.remove(room, RECORDER);
  }

  /** A frame of the output if one is made here, else of a connection for this frame only. */
  async keyframe(settings: LiveRoom, peers: readonly KitPeer[]): Promise<LiveKeyframe | null> {
    const publisher = publisherOf(peers)?.peer;
    if (publisher === undefined) return null;
    const { room } = settings;
    const source = await this.#engine.publisher(room);
    if (source?.peer === publisher) return this.#engine.keyframe(room);
    const frame = `frame-${randomUUID()}`;
    await this.#engine.createRoom({ ...settings, room: frame });
    try {
      await this.#pull(room, publisher, { into: frame, as: frame });
      return await this.#engine.keyframe(frame);
    } finally {
      await this.#engine.endRoom(frame, 'the frame was taken');
      await this.#server.remove(room, frame);
    }
  }

  async #record(room: string, settings: LiveRoom, peers: readonly KitPeer[]): Promise<void> {
    const recorder = peers.find(({ peer }) => peer === RECORDER);
    if (recorder && recorder.user !== this.#home) return;
    if (JSON.stringify(this.#made.get(room)) !== JSON.stringify(settings)) {
      await this.#engine.createRoom(settings);
      await this.#engine.startOutput(room);
      this.#made.set(room, settings);
    }
    const publisher = publisherOf(peers);
    if (!publisher) return;
    const source = await this.#engine.publisher(room);
    if (source?.peer === publisher.peer) {
      const isMuted = publisher.tracks.every(({ muted }) => muted);
      if (isMuted || (source.silentMs ?? source.connectedMs) < SILENT_MS) return;
      await this.#engine.leave(room, source.peer);
    }
    await this.#pull(room, publisher.peer, { into: room, as: RECORDER });
  }

  async #pull(
    room: string,
    publisher: string,
    { into, as }: { into: string; as: string },
  ): Promise<void> {
    const offer = await this.#engine.pull(into, publisher);
    try {
      const recorder = { room, peer: as, user: this.#home, role: 'recorder' as const };
      const answer = await this.#server.watch(recorder, publisher, offer);
      await this.#engine.pulled(into, publisher, answer);
    } catch (error) {
      await this.#engine.leave(into, publisher);
      throw error;
    }
  }
}
