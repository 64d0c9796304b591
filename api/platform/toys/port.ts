// The port of toys: programs of their makers that move a toy of a person who has paired it.
import type { ToyAction } from '@camarim/contract/features/overlays/toys';

export type { ToyAction };

/** How the person pairs the toy: by a picture that their app scans, or by the code, typed there. */
export type ToyPairing = {
  /** A data address; null when the picture could not be fetched. */
  picture: string | null;
  code: string;
};

/** What the person's app reports, at the pairing and whenever its toys change. */
export type ToyReport = {
  /** As in `pair`. */
  uid: string;
  proof: string;
  toys: { id: string; name: string; online: boolean }[];
};

/**
 * `offline`: the person's app or toy is not reachable; `unknown`: the pairing does not exist there.
 */
export type ToyResult = 'done' | 'offline' | 'unknown';

/** The maker's service can't be reached, or refuses this installation. */
export class ToysUnavailable extends Error {}

export type Toys = {
  /**
   * Begins a pairing. `uid` names the person to the maker; `proof` comes back with each report and
   * shows that it belongs to this pairing. Throws ToysUnavailable.
   */
  pair(person: { uid: string; proof: string }): Promise<ToyPairing>;
  /** Null for what is no report. Compare its proof before you believe it. */
  readReport(body: unknown): ToyReport | null;
  /** Moves all toys of the person, in place of what they do. Throws ToysUnavailable. */
  move(uid: string, action: ToyAction): Promise<ToyResult>;
  /** Throws ToysUnavailable. */
  stop(uid: string): Promise<ToyResult>;
};
