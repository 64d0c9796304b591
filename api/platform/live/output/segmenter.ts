// Makes segments of a room's packets, in series: a new one begins with each connection of the
// publisher, with another size of its picture, and after a pause of the picture.
import type { MediaKind } from '../embedded/rtp.ts';
import { type Encoder, startEncoder } from './encoder.ts';
import { beginsKeyframe, type ParameterSets, parameterSetsIn, payloadOf } from './rtp-picture.ts';
import { createSeries, endSeries, nameComplete } from './segment-files.ts';

/** Segments end at key frames, so these are asked for. */
const KEYFRAME_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 200;
/** After a longer pause of the picture the series ends. */
const PAUSE_MS = 3_000;

type Series = {
  path: string;
  sets: ParameterSets | null;
  /** Null while it starts. */
  encoder: Encoder | null;
  /** What came during the start. */
  held: [MediaKind, Buffer][];
};

export type SegmenterOptions = {
  folder: string;
  room: string;
  codec: 'h264' | 'vp8';
  requestKeyframe: () => void;
  /** There are new segments. */
  onSegments: () => void;
  onProblem: (problem: string) => void;
};

export class Segmenter {
  readonly #options: SegmenterOptions;
  readonly #timers: NodeJS.Timeout[];
  readonly #closing = new Set<Promise<void>>();
  #series: Series | null = null;
  #sets: Partial<ParameterSets> = {};
  #pictureMs = -Infinity;

  constructor(options: SegmenterOptions) {
    this.#options = options;
    this.#timers = [
      setInterval(options.requestKeyframe, KEYFRAME_EVERY_MS),
      setInterval(() => void this.#look(), LOOK_EVERY_MS),
    ];
    options.requestKeyframe();
  }

  packet(kind: MediaKind, packet: Buffer): void {
    if (kind === 'video') this.#picture(packet);
    const series = this.#series;
    if (!series) return;
    if (series.encoder) series.encoder.send(kind, packet);
    else series.held.push([kind, Buffer.from(packet)]);
  }

  /** What comes next is of another connection. */
  interrupt(): void {
    this.#end();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#end();
    await Promise.all(this.#closing);
  }

  #picture(packet: Buffer): void {
    this.#pictureMs = performance.now();
    const payload = payloadOf(packet);
    const { codec } = this.#options;
    const sets = codec === 'h264' ? parameterSetsIn(payload) : null;
    if (sets) this.#sets = { ...this.#sets, ...copied(sets) };
    const { sps, pps } = this.#sets;
    const known = sps && pps ? { sps, pps } : null;
    if (this.#series && sets?.sps && known && !isSame(this.#series.sets, known)) this.#end();
    if (!this.#series && beginsKeyframe(codec, payload) && (codec === 'vp8' || known))
      this.#begin(codec === 'vp8' ? null : known);
  }

  #begin(sets: ParameterSets | null): void {
    const series: Series = { path: '', sets, encoder: null, held: [] };
    this.#series = series;
    const { folder, room, codec, onProblem } = this.#options;
    void (async () => {
      const { path } = await createSeries(folder, room);
      series.path = path;
      const encoder = await startEncoder(path, codec, sets);
      void encoder.ended.then(() => {
        // Ended by itself: the next key frame begins another series.
        if (this.#series === series) this.#end();
      });
      for (const [kind, packet] of series.held.splice(0)) encoder.send(kind, packet);
      series.encoder = encoder;
      // It ended while it was started.
      if (this.#series !== series) await this.#close(series);
    })().catch((error: unknown) => {
      onProblem(String(error));
      if (this.#series === series) this.#series = null;
    });
  }

  #end(): void {
    const series = this.#series;
    this.#series = null;
    if (!series?.encoder) return;
    const closing = this.#close(series)
      .catch((error: unknown) => this.#options.onProblem(String(error)))
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  async #close({ encoder, path }: Series): Promise<void> {
    await encoder?.stop();
    if ((await endSeries(path)) > 0) this.#options.onSegments();
  }

  async #look(): Promise<void> {
    const series = this.#series;
    if (!series?.encoder) return;
    if (performance.now() - this.#pictureMs > PAUSE_MS) return this.#end();
    if ((await nameComplete(series.path)) > 0) this.#options.onSegments();
  }
}

const copied = ({ sps, pps }: Partial<ParameterSets>): Partial<ParameterSets> => ({
  ...(sps ? { sps: Buffer.from(sps) } : {}),
  ...(pps ? { pps: Buffer.from(pps) } : {}),
});

const isSame = (one: ParameterSets | null, other: ParameterSets): boolean =>
  one !== null && one.sps.equals(other.sps) && one.pps.equals(other.pps);
