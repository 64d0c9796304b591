// The files somebody is attaching: each goes up by itself, at most five at once, and can be cancelled or tried again.
import { IMAGE_CONTENT_TYPES, IMAGE_UPLOAD_MAX_BYTES, POST_MEDIAS_MAX, UPLOADS_PARALLEL } from '@camarim/contract/limits';
import { type UploadCredentials, type Uploaded, UploadError, uploadForm } from './upload-form.ts';

export type UploadProblem = 'type' | 'size' | 'count' | 'duplicate' | 'empty' | 'network' | 'refused';

/** One file on its way. */
export type UploadItem = {
  id: string;
  file: File;
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  problem: UploadProblem | null;
  uploaded: Uploaded | null;
};

export type Rejected = { name: string; problem: UploadProblem };

type Options = { credentialsFor: (file: File) => Promise<UploadCredentials>; onChange: (items: readonly UploadItem[]) => void };

/** Why a file can't even be tried; the server judges again by its content. */
export const refuse = (file: File, present: readonly UploadItem[]): UploadProblem | null => {
  if (present.length >= POST_MEDIAS_MAX) return 'count';
  if (!(IMAGE_CONTENT_TYPES as readonly string[]).includes(file.type)) return 'type';
  if (file.size === 0) return 'empty';
  if (file.size > IMAGE_UPLOAD_MAX_BYTES) return 'size';
  const same = (other: UploadItem) => other.file.name === file.name && other.file.size === file.size && other.file.lastModified === file.lastModified;
  return present.some(same) ? 'duplicate' : null;
};

/** Holds the files of one composer. Call `dispose` when it closes: what is still going up is cancelled. */
export class UploadQueue {
  #items: UploadItem[] = [];
  #running = new Map<string, AbortController>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes files in; gives back those that can't be taken, and why. */
  add(files: Iterable<File>): Rejected[] {
    const rejected: Rejected[] = [];
    for (const file of files) {
      const problem = refuse(file, this.#items);
      if (problem) rejected.push({ name: file.name, problem });
      else this.#items = [...this.#items, { id: crypto.randomUUID(), file, state: 'waiting', progress: 0, problem: null, uploaded: null }];
    }
    this.#advance();
    return rejected;
  }

  retry(id: string): void {
    this.#update(id, { state: 'waiting', progress: 0, problem: null });
    this.#advance();
  }

  /** Cancels if need be, and forgets the file. */
  remove(id: string): void {
    this.#running.get(id)?.abort(new DOMException('cancelled', 'AbortError'));
    this.#items = this.#items.filter((item) => item.id !== id);
    this.#advance();
  }

  /** Moves a file to another place in the post. */
  move(id: string, to: number): void {
    const item = this.#items.find((candidate) => candidate.id === id);
    if (!item) return;
    const others = this.#items.filter((candidate) => candidate !== item);
    this.#items = [...others.slice(0, to), item, ...others.slice(to)];
    this.#options.onChange(this.#items);
  }

  dispose(): void {
    for (const controller of this.#running.values()) controller.abort(new DOMException('closed', 'AbortError'));
    this.#items = [];
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

  async #send({ id, file }: UploadItem): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    this.#update(id, { state: 'uploading' });
    try {
      const credentials = await this.#options.credentialsFor(file);
      const uploaded = await uploadForm(file, credentials, controller.signal, (progress) => this.#update(id, { progress }));
      this.#update(id, { state: 'done', progress: 1, uploaded });
    } catch (error) {
      // A cancelled file is already out of the list, so this update changes nothing for it.
      this.#update(id, { state: 'failed', problem: problemOf(error) });
    } finally {
      this.#running.delete(id);
      this.#advance();
    }
  }
}

const problemOf = (error: unknown): UploadProblem => {
  if (!(error instanceof UploadError)) return 'refused';
  if (error.status === 0) return 'network';
  return error.reason === 'EntityTooLarge' ? 'size' : 'refused';
};
