// The engine's rooms and what the application asks of them. Rooms are kept in a file, so that an
// engine that was killed has them again: their settings, who was removed, and what is muted.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog } from '../event-log.ts';
import { LiveError } from '../port.ts';
import type { EngineCalls, EngineOptions } from './calls.ts';
import { createPublisherPorts } from './publisher-ports.ts';
import type { RoomState } from '../admission.ts';
import { findProgram } from '../output/encoder.ts';
import { dropSegmentFile, leftSeries, listSegments, takeOver } from '../output/segment-files.ts';
import { Room, type RoomParts } from './room.ts';

const ROOMS_FILE = 'rooms.json';
const SWEEP_MS = 500;
/**
 * A sweep that comes later than this was held up, and so were the packets that it would look for.
 */
const HELD_UP_MS = 2_000;

export type Handlers = {
  [Call in Exclude<keyof EngineCalls, 'release'>]: (
    argument: EngineCalls[Call][0],
  ) => EngineCalls[Call][1] | Promise<EngineCalls[Call][1]>;
};

const createRoomsFile = (folder: string) => {
  const file = join(folder, ROOMS_FILE);
  return {
    read: (): RoomState[] =>
      existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RoomState[]) : [],
    write: (rooms: RoomState[]): void => {
      writeFileSync(`${file}.new`, JSON.stringify(rooms), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
};

/** Bytes of the last whole second. */
const createMeter = () => {
  let [bytes, atMs, kbps] = [0, performance.now(), 0];
  return {
    add: (more: number): void => void (bytes += more),
    tick(): void {
      const nowMs = performance.now();
      if (nowMs - atMs < 1_000) return;
      kbps = Math.round((bytes * 8) / (nowMs - atMs));
      [bytes, atMs] = [0, nowMs];
    },
    kbps: () => kbps,
  };
};

/** Recovers what the encoders of a killed process had finished. */
const takeOverOutputs = (folder: string, log: EventLog): void =>
  void takeOver(leftSeries(folder)).then(
    (rooms) => {
      for (const room of rooms) log.add({ type: 'segments', room });
    },
    (error: unknown) => process.stderr.write(`${String(error)}\n`),
  );

type OutputCall =
  | 'pull'
  | 'pulled'
  | 'startOutput'
  | 'stopOutput'
  | 'segments'
  | 'dropSegment'
  | 'keyframe';

const outputHandlers = ({
  rooms,
  folder,
  existing,
  keep,
}: {
  rooms: ReadonlyMap<string, Room>;
  folder: string;
  existing: (room: string) => Room;
  keep: () => void;
}): Pick<Handlers, OutputCall> => ({
  pull: ({ room, peer }) => existing(room).pull(peer),
  async pulled({ room, peer, answer }) {
    await existing(room).pulled(peer, answer);
    return null;
  },
  async startOutput({ room }) {
    if (findProgram('ffmpeg') === null)
      throw new LiveError('unavailable', 'ffmpeg is not installed');
    existing(room).startOutput();
    keep();
    return null;
  },
  async stopOutput({ room }) {
    await rooms.get(room)?.stopOutput();
    keep();
    return null;
  },
  segments: () => listSegments(folder),
  async dropSegment(segment) {
    await dropSegmentFile(folder, segment);
    return null;
  },
  async keyframe({ room }) {
    const found = (await rooms.get(room)?.keyframe()) ?? null;
    return found && { ...found, content: found.content.toString('base64') };
  },
});

const sweepRegularly = (sweep: () => void): NodeJS.Timeout => {
  let lastMs = performance.now();
  return setInterval(() => {
    const nowMs = performance.now();
    if (nowMs - lastMs < HELD_UP_MS) sweep();
    lastMs = nowMs;
  }, SWEEP_MS);
};

export const createEngine = (
  options: EngineOptions & { viewerPort: number },
  log: EventLog,
): { handlers: Handlers; peerCount(): number; close(): void } => {
  const rooms = new Map<string, Room>();
  const meter = createMeter();
  const parts: RoomParts = {
    ...options,
    publisherPorts: options.publisherPorts
      ? createPublisherPorts(options.publisherPorts, options.bindAddress)
      : null,
    emit: log.add,
    onSent: meter.add,
  };
  takeOverOutputs(options.folder, log);
  const file = createRoomsFile(options.folder);
  const keep = (): void => file.write([...rooms.values()].map((room) => room.state()));
  for (const state of file.read()) rooms.set(state.settings.room, new Room(state, parts));
  if (rooms.size > 0) log.add({ type: 'engine.restarted' });
  const timer = sweepRegularly(() => {
    meter.tick();
    for (const room of rooms.values()) room.sweep();
  });
  const existing = (room: string): Room => {
    const found = rooms.get(room);
    if (!found) throw new LiveError('noRoom');
    return found;
  };
  const peerCount = (): number =>
    [...rooms.values()].reduce((count, room) => count + room.peerCount(), 0);

  const handlers: Handlers = {
    createRoom(settings) {
      const found = rooms.get(settings.room);
      if (found) found.change(settings);
      else rooms.set(settings.room, new Room({ settings, kicked: [], muted: [] }, parts));
      keep();
      return null;
    },
    offer: ({ grant, sdp }) => existing(grant.room).offer(grant, sdp),
    leave({ room, peer }) {
      rooms.get(room)?.leave(peer);
      return null;
    },
    kick({ room, user, atMs }) {
      rooms.get(room)?.kick(user, atMs);
      keep();
      return null;
    },
    mute({ room, track, muted }) {
      existing(room).mute(track, muted);
      keep();
      return null;
    },
    publisher: ({ room }) => rooms.get(room)?.publisher() ?? null,
    viewers: ({ room }) => rooms.get(room)?.viewers() ?? [],
    ...outputHandlers({ rooms, folder: options.folder, existing, keep }),
    endRoom({ room, reason }) {
      const found = rooms.get(room);
      rooms.delete(room);
      keep();
      found?.end(reason);
      return null;
    },
    health: () => ({ rooms: rooms.size, peers: peerCount(), kbpsOut: meter.kbps() }),
  };
  return { handlers, peerCount, close: () => clearInterval(timer) };
};
