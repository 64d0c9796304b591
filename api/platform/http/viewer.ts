// The caller of a request, as features see it.
import type { ProfileId, SessionId, UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { StaffRole } from '@camarim/contract/staff';
import type { Place } from './place.ts';

/**
 * The viewer or visitor for whom something is read, with their place: both decide which profiles
 * are hidden. Null id: a visitor.
 */
export type Requester = { profileId: ProfileId | null; place: Place };

/** The person behind a valid session. */
export type Viewer = {
  userId: UserId;
  profileId: ProfileId;
  /** Where their address says they live; where the request comes from when it does not say. */
  place: Place;
  sessionId: SessionId;
  /** Approved producer. */
  producer: boolean;
  /** Approved or suspended producer: may see and cash out what was earned. */
  earner: boolean;
  admin: boolean;
  /** Their role at /dsb; null unless `admin`. */
  staffRole: StaffRole | null;
};

/**
 * A viewer whose role the route guard checked. Policies that take one need no further check and
 * can't be called with another viewer.
 */
export type ProducerViewer = Viewer & { producer: true; earner: true };
export type EarnerViewer = Viewer & { earner: true };
export type AdminViewer = Viewer & { admin: true; staffRole: StaffRole };

/** What a call knows besides its input. */
export type RequestContext = {
  id: string;
  locale: Locale;
  /** Address of the caller, as the trusted proxy reports it. */
  address: string;
  /** Port of the caller; null when a proxy is in between. */
  port: number | null;
  /** Where the proxy says that is, for people to read; '' when it does not say. */
  placeName: string;
  userAgent: string;
  idempotencyKey: string | null;
  /** Has the proof of age that the place requires, so adult content may be shown. */
  adult: boolean;
  /** The viewer, or the visitor in the viewer's place. */
  requester: Requester;
};

/** Turns an access token into its viewer; null when it is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Viewer | null>;
