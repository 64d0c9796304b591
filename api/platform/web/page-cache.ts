// The page cache: one rendering of a visitor's page serves all visitors for a few seconds.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { copyHeaders, type Encoding, encodingOf } from './send-response.ts';

/**
 * The TTL of a shared rendering: short enough for fresh pages, and under load most requests hit the
 * cache.
 */
const SHARED_MS = 3_000;
const PAGES_MAX = 400;
const PAGE_BYTES_MAX = 1_000_000;

const compressed = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
};

/**
 * A page rendered whole. Its nonce travels with it: document and policy are one, also when shared.
 */
class RenderedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly #body: Buffer;
  /** Compressed once, when first asked for. */
  readonly #variants = new Map<'br' | 'gzip', Promise<Buffer>>();

  readonly #whole: boolean;

  constructor(response: Response, body: Buffer, whole: boolean) {
    this.#whole = whole;
    this.status = response.status;
    this.headers = response.headers;
    this.#body = body;
  }

  /**
   * Whether a page can be shared: one that sets a cookie, redirects, failed or is incomplete can't.
   */
  get shareable(): boolean {
    return (
      this.#whole &&
      (this.status === 200 || this.status === 404) &&
      !this.headers.has('set-cookie') &&
      this.#body.length <= PAGE_BYTES_MAX
    );
  }

  /** `kept` are the headers that let a cache in front keep the page, if it can be shared. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    kept: Record<string, string> = {},
  ): Promise<FastifyReply> {
    const encoding = encodingOf(request.headers['accept-encoding']);
    reply.code(this.status);
    // First: until 1.23 nginx follows Cache-Control where it comes before X-Accel-Expires.
    if (this.shareable) reply.headers(kept);
    copyHeaders(reply, this.headers);
    if (encoding) reply.header('content-encoding', encoding).removeHeader('content-length');
    return reply.send(await this.#encoded(encoding));
  }

  #encoded(encoding: Encoding): Promise<Buffer> | Buffer {
    if (!encoding) return this.#body;
    const known = this.#variants.get(encoding);
    if (known) return known;
    const variant = compressed[encoding](this.#body);
    this.#variants.set(encoding, variant);
    return variant;
  }
}

/** `lacksSomething` is asked when the body was read to its end. */
export type Rendering = { response: Response; lacksSomething(): boolean };

export type PageCache = {
  get(key: string, render: () => Promise<Rendering>): Promise<RenderedPage>;
};

const readWhole = async (
  render: () => Promise<Rendering>,
): Promise<[Response, Buffer, boolean]> => {
  const { response, lacksSomething } = await render();
  const body = Buffer.from(await response.arrayBuffer());
  return [response, body, !lacksSomething()];
};

export const createPageCache = (sharedMs = SHARED_MS): PageCache => {
  const pages = new Map<string, Promise<RenderedPage>>();

  const renderOnce = async (
    key: string,
    render: () => Promise<Rendering>,
  ): Promise<RenderedPage> => {
    try {
      const page = new RenderedPage(...(await readWhole(render)));
      if (page.shareable) setTimeout(() => pages.delete(key), sharedMs).unref();
      else pages.delete(key);
      return page;
    } catch (error) {
      pages.delete(key);
      throw error;
    }
  };

  return {
    async get(key, render) {
      const known = pages.get(key);
      if (known) {
        const page = await known;
        // A page that turned out to be personal is rendered again for the next request.
        return page.shareable ? page : new RenderedPage(...(await readWhole(render)));
      }
      // The oldest is evicted, so that many different addresses can't fill the memory.
      if (pages.size >= PAGES_MAX) pages.delete(pages.keys().next().value as string);
      const page = renderOnce(key, render);
      pages.set(key, page);
      return page;
    },
  };
};
