// Server-side rendering: React Router renders the pages in this process, and its loaders call the
// API in memory.
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { PageHost, PageServer } from '@camarim/contract/page-host';
import type { AgeGateView } from '../age/port.ts';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import { asOwnCall } from '../http/own-call.ts';
import { isFromOtherSite } from '../http/own-page.ts';
import { placeKey } from '../http/place.ts';
import { serveAssets } from './assets.ts';
import { contentPolicy } from './content-policy.ts';
import { startViteMiddleware } from './dev-server.ts';
import { COUNTED } from '../http/overload.ts';
import { HANDLER_TIMEOUT_MS } from '../http/server.ts';
import { limitAddress } from '../limits/address.ts';
import type { Limits } from '../limits/port.ts';
import { createPageCache, type Rendering } from './page-cache.ts';
import { cacheableAddress, sharedAddress } from './shared-address.ts';
import { sharedCaching } from './shared-caching.ts';
import { apiInMemory, toWebRequest } from './page-request.ts';
import { sendResponse } from './send-response.ts';
import { siteLines, type SiteSettings } from './site-lines.ts';
import { thirdParties, type ThirdPartySettings } from './third-parties.ts';

/** PayPal's button and what it opens; only where PayPal is configured. */
const PAYPAL_ORIGINS = [
  'https://www.paypal.com',
  'https://www.sandbox.paypal.com',
  'https://www.paypalobjects.com',
];

const webRoot = fileURLToPath(new URL('../../../web/', import.meta.url));

/** Largest form a page takes; files go to object storage, everything else through the API. */
const FORM_BYTES = 16_384;

/**
 * Page requests per minute of one address: enough for people who share an address.
 */
const PAGES_PER_MINUTE = 1_000;

export type WebOptions = {
  /** Compiles on the fly and reloads the browser; otherwise web/build is served. */
  dev?: boolean;
  config: Pick<
    Config,
    | 'publicUrl'
    | 'S3_ENDPOINT'
    | 'PAYPAL_BASE_URL'
    | 'GEO_COUNTRY_HEADER'
    | 'GEO_STATE_HEADER'
    | 'GEO_CITY_HEADER'
  > &
    SiteSettings &
    ThirdPartySettings;
  limits: Pick<Limits, 'take'>;
  /** Multiplies the limit of pages; tests and benchmarks raise it. */
  rateScale?: number;
  /** Whether the requester may see adult content. */
  ageOf(request: FastifyRequest): Promise<AgeGateView>;
  /** The configured identity providers. */
  identities: PageHost['identities'];
  /** Origins of acquirers' scripts that run in the wallet (3-D Secure). */
  cardScripts: readonly string[];
  /** Origins of the captcha's script and frame. */
  captchaOrigins: readonly string[];
};

/** The router answers a redirect in a page's data with 202. */
const isRedirect = ({ status }: Response): boolean =>
  status === 202 || (status >= 300 && status < 400);

type LoadedPages = Pick<PageServer<ServerBuild>, 'sharedKey'> & {
  respond: ReturnType<PageServer<ServerBuild>['createResponder']>;
};

const createLoader = async (
  app: FastifyInstance,
  dev: boolean,
): Promise<() => Promise<LoadedPages>> => {
  const pagesOf = (build: ServerBuild): LoadedPages => {
    // From the build, not from our own node_modules: its router and its request scope are the ones
    // the pages use.
    const server = build.entry.module as unknown as PageServer<ServerBuild>;
    return {
      sharedKey: server.sharedKey,
      respond: server.createResponder(build, dev ? 'development' : 'production'),
    };
  };
  if (dev) {
    const loadBuild = await startViteMiddleware(app, webRoot);
    return async () => pagesOf(await loadBuild());
  }
  await serveAssets(app, webRoot);
  const built = pagesOf((await import(`${webRoot}build/server/index.js`)) as ServerBuild);
  return async () => built;
};

type Render = (
  request: FastifyRequest,
  pages: LoadedPages,
  age: AgeGateView,
  address: string,
) => Promise<Rendering>;

const createRenderer = (
  app: FastifyInstance,
  { dev = false, config, identities, cardScripts, captchaOrigins }: WebOptions,
): Render => {
  const places = [
    config.GEO_COUNTRY_HEADER,
    config.GEO_STATE_HEADER,
    config.GEO_CITY_HEADER,
  ].flatMap((name) => name?.toLowerCase() ?? []);
  const { hooks, origins: hookOrigins } = thirdParties(config);
  const site = siteLines(config);
  const others = {
    storage: config.S3_ENDPOINT ? [new URL(config.S3_ENDPOINT).origin] : [],
    thirdParties: [...hookOrigins, ...(config.PAYPAL_BASE_URL === undefined ? [] : PAYPAL_ORIGINS)],
    captcha: captchaOrigins,
  };
  return async (request, pages, age, address) => {
    const nonce = randomBytes(16).toString('base64');
    let failed = false;
    const host: PageHost = {
      nonce,
      publicUrl: config.publicUrl,
      age,
      hooks,
      site,
      identities,
      api: apiInMemory(app, request, places, () => (failed = true)),
      fail: (error) => request.log.error({ err: error }, 'page failed'),
    };
    const response = await pages.respond(toWebRequest(request, address, config.publicUrl), host);
    // A log-in loads a new page, so that a visitor's page never pays.
    const mayPay = pages.sharedKey(request.headers.cookie ?? null) === null;
    const origins = { ...others, cardScripts: mayPay ? cardScripts : [] };
    // A development page is full of the tool's own inline scripts.
    if (!dev) response.headers.set('content-security-policy', contentPolicy(nonce, origins));
    return { response, lacksSomething: () => failed };
  };
};

const createPageLimit =
  ({ limits, rateScale = 1 }: Pick<WebOptions, 'limits' | 'rateScale'>) =>
  async ({ ip }: FastifyRequest): Promise<void> => {
    const { allowed, resetsInSeconds } = await limits.take(`page|${limitAddress(ip)}`, {
      limit: PAGES_PER_MINUTE * rateScale,
      windowSeconds: 60,
    });
    if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
  };

/** Mounts every page. Call after the API's own routes: what none of them took is a page. */
export const mountWeb = async (app: FastifyInstance, options: WebOptions): Promise<void> => {
  const { dev = false, config, ageOf } = options;
  const load = await createLoader(app, dev);
  const cache = createPageCache();
  const render = createRenderer(app, options);
  const limit = createPageLimit(options);

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    // A form of another site could set choices: SameSite stops cookies from being sent, not from
    // being set.
    if (request.method === 'POST' && isFromOtherSite(request.headers, config.publicUrl))
      throw new AppError('request.originMissing');
    await limit(request);
    const pages = await load();
    const age = await ageOf(request);
    const shared =
      request.method === 'GET' && !dev ? pages.sharedKey(request.headers.cookie ?? null) : null;
    if (shared === null)
      return sendResponse(
        request,
        reply,
        (await render(request, pages, age, request.url)).response,
      );
    // Hidden profiles depend on the visitor's place, so two places never share a rendering.
    const address = sharedAddress(request.url);
    const renderShared = async (): Promise<Rendering> => {
      const rendering = await render(request, pages, age, address);
      // Redirects are never shared: they contain the whole address to return to after log-in.
      const whole = isRedirect(rendering.response) ? cacheableAddress(request.url) : address;
      return whole === address ? rendering : render(request, pages, age, whole);
    };
    const page = await cache.get(
      [address, shared, age.requires, age.proven, age.contestable, placeKey(request.place)].join(
        '|',
      ),
      () => asOwnCall(renderShared),
    );
    return page.send(request, reply, sharedCaching(request, config));
  };

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      // Email programs post a one-click unsubscription as the second (RFC 8058, section 3.2).
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.route({
      method: ['GET', 'POST'],
      url: '/*',
      schema: { hide: true } as never,
      config: COUNTED,
      handlerTimeout: HANDLER_TIMEOUT_MS,
      handler,
    });
  });
};
