// The case of one read in the walk of hidden profiles.
import type { ApiClient } from '../../api-client.ts';
import type { TestApp } from '../app.ts';

export type Input = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined> | undefined;
};

/** Resources of the hidden profile, and of a visible one. */
export type World = {
  segredo: ApiClient;
  lia: ApiClient;
  openPostId: string;
  liasPostId: string;
  /** A collection of the hidden profile, on sale. */
  collectionId: string;
  /** A post of the hidden profile, in a collection without a buyer. */
  collectionPostId: string;
  /** A comment of neither, which the hidden profile answered. */
  answeredId: string;
};

/**
 * `shows`: calls whose answer names the hidden profile, or something it made, to all other
 * requesters. `connect`: creates what ties a requester to the profile before it hides, so that the
 * answers have something to name. A string: why the call can't.
 */
export type ReadCase =
  | string
  | {
      shows: (world: World) => Input[];
      /** Only with an account. */
      member?: true;
      connect?: (app: TestApp, requester: ApiClient, profile: ApiClient) => Promise<unknown>;
    };
