// The upload queue of a composer: each file uploads independently, at most five at once, and can be
// cancelled or retried.
import pLimit, { type LimitFunction } from 'p-limit';
import { type MediaKind, UPLOADS_PARALLEL } from '@camarim/contract/limits';
import { NetworkError } from '../../../client/api/errors.ts';
import { type AttachedMedia, contentTypeOf, type Refusal, refusalOf } from './accept.ts';
import { UploadError } from './send-bytes.ts';
import type { UploadedFile } from './upload-form.ts';

export type UploadProblem = Refusal | 'network' | 'refused';

/** One file of the queue. */
export type UploadItem = {
  id: string;
  file: File;
  contentType: string;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  problem: UploadProblem | null;
  uploaded: UploadedFile | null;
};

export type RejectedFile = { name: string; problem: UploadProblem };

type UploadOptions = {
  contentType: string;
  lanes: LimitFunction;
  signal: AbortSignal;
  onProgress: (share: number) => void;
};

type Options = {
  kinds: readonly MediaKind[];
  /** Sends one file, whole or in parts; each request takes a permit of the semaphore. */
  send: (file: File, sending: UploadOptions) => Promise<UploadedFile>;
  /** Called for a removed file: its uploaded data is no longer needed. */
  discard: (file: File) => void;
  onChange: (items: readonly UploadItem[]) => void;
};

/**
 * The files of one composer. Call `dispose` when the composer closes or resets, to abort running
 * uploads.
 */
export class UploadQueue {
  #items: UploadItem[] = [];
  #running = new Map<string, AbortController>();
  #lanes = pLimit(UPLOADS_PARALLEL);
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Adds files; returns the rejected ones with their problems. */
  add(files: Iterable<File>, beside?: AttachedMedia): RejectedFile[] {
    const rejected: RejectedFile[] = [];
    for (const file of files) {
      const problem = refusalOf(
        file,
        this.#items.map((item) => item.file),
        this.#options.kinds,
        beside,
      );
      if (problem) rejected.push({ name: file.name, problem });
      else
        this.#items = [
          ...this.#items,
          {
            id: crypto.randomUUID(),
            file,
            contentType: contentTypeOf(file),
            state: 'waiting',
            progress: 0,
            problem: null,
            uploaded: null,
          },
        ];
    }
    this.#advance();
    return rejected;
  }

  retry(id: string): void {
    this.#update(id, { state: 'waiting', progress: 0, problem: null });
    this.#advance();
  }

  /** Removes a file, and aborts its upload if it is running. */
  remove(id: string): void {
    const removed = this.#items.find((item) => item.id === id);
    this.#running.get(id)?.abort(new DOMException('cancelled', 'AbortError'));
    this.#items = this.#items.filter((item) => item !== removed);
    if (removed) this.#options.discard(removed.file);
    this.#advance();
  }

  dispose(): void {
    for (const controller of this.#running.values())
      controller.abort(new DOMException('closed', 'AbortError'));
    this.#items = [];
    this.#options.onChange(this.#items);
  }

  #update(id: string, change: Partial<UploadItem>): void {
    this.#items = this.#items.map((item) => (item.id === id ? { ...item, ...change } : item));
    this.#options.onChange(this.#items);
  }

  #advance(): void {
    this.#options.onChange(this.#items);
    for (const item of this.#items) {
      if (this.#running.size >= UPLOADS_PARALLEL) return;
      if (item.state === 'waiting' && !this.#running.has(item.id)) void this.#send(item);
    }
  }

  async #send({ id, file, contentType }: UploadItem): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    this.#update(id, { state: 'uploading' });
    try {
      const uploaded = await this.#options.send(file, {
        contentType,
        lanes: this.#lanes,
        signal: controller.signal,
        onProgress: (progress) => this.#update(id, { progress }),
      });
      this.#update(id, { state: 'done', progress: 1, uploaded });
    } catch (error) {
      // A cancelled file is already out of the list, so this update changes nothing for it.
      this.#update(id, { state: 'failed', problem: problemOf(error, contentType) });
    } finally {
      this.#running.delete(id);
      this.#advance();
    }
  }
}

const problemOf = (error: unknown, contentType: string): UploadProblem => {
  if (error instanceof NetworkError) return 'network';
  if (!(error instanceof UploadError)) return 'refused';
  if (error.status === 0) return 'network';
  if (error.reason !== 'EntityTooLarge') return 'refused';
  return contentType.startsWith('image/') ? 'imageSize' : 'size';
};
