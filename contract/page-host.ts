// The border between the HTTP server and the pages: what each gives the other.

import type { AgeOffer } from './features/verifications/age.ts';

/** A call of the API made in memory while a page is rendered. */
export type HostRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
};
export type HostReply = { status: number; body: unknown; setCookies: readonly string[] };

/**
 * Addresses of other people's scripts, as configured; each runs only for who has agreed to all
 * cookies.
 */
export type Hooks = {
  support?: string | undefined;
  tagManager?: string | undefined;
  fraudScreen?: string | undefined;
};

/**
 * What the footer says of the operator, as configured. Addresses are links: `mailto:` or `https:`.
 */
export type SiteLines = {
  company?: string | undefined;
  contact?: string | undefined;
  report?: string | undefined;
  help?: string | undefined;
};

/** What the HTTP server gives for one request. */
export type PageHost = {
  /** Allows the page's own inline scripts. */
  nonce: string;
  /** Address people use, without a final slash. */
  publicUrl: string;
  /** What the age gate asks for at this location, and whether this browser has passed it. */
  age: {
    requires: 'declaration' | 'verified';
    proven: boolean;
    /** Empty for who has proven it. */
    offers: readonly AgeOffer[];
    /** A document may be sent. */
    contestable: boolean;
  };
  /** Null when nothing is configured. */
  hooks: Hooks | null;
  site: SiteLines;
  /** Identity providers for social log-in. */
  identities: readonly ('google' | 'facebook' | 'twitter')[];
  api(request: HostRequest): Promise<HostReply>;
  /** An unexpected failure, to be logged. */
  fail(error: unknown): void;
};

/**
 * What the built pages give the HTTP server (exports of entry.server). `Build` is the router's own
 * type of a build.
 */
export type PageServer<Build> = {
  /**
   * What the page may depend on besides its address, for a visitor without a session; null when the
   * page is personal and must not be shared.
   */
  sharedKey(cookies: string | null): string | null;
  createResponder(
    build: Build,
    mode: 'production' | 'development',
  ): (request: Request, host: PageHost) => Promise<Response>;
};
